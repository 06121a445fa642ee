import { serve, show } from '/tmp/w/tools/serve.ts';
const s = await serve('/tmp/w/t1.yaml', {faults: undefined});
await show(s,'GET','/loans',undefined,{'x-understudy-fault':'status=500'});
await show(s,'GET','/books/nope');
await show(s,'POST','/loans','{',{});
await show(s,'GET','/nope');
await show(s,'PUT','/loans');
await show(s,'GET','/loans',undefined,{accept:'image/png'});
await s.close?.();

// The completion script for fish.

import type { Command } from '../command.ts';
import { firstArguments, flagsOf, namesOf, PROGRAMS, pathKind, takesFiles } from './completed.ts';

export function fishScript(commands: readonly Command[]): string {
  const [program, ...others] = PROGRAMS;
  const complete = `complete -c ${program}`;
  const lines = commands.flatMap((command) => {
    const names = namesOf(command);
    const isSeen = `__fish_seen_subcommand_from ${names.join(' ')}`;
    const condition = command.name === 'serve' ? '__understudy_serves' : quoted(isSeen);
    const first = firstArguments(command, commands);
    return [
      ...names.map((name) => `${complete} -n __fish_use_subcommand -a ${name} -d ${quoted(command.summary)}`),
      ...(takesFiles(command) ? [] : [`${complete} -f -n ${quoted(isSeen)}`]),
      ...(first.length > 0 ? [`${complete} -n ${quoted(isSeen)} -a ${quoted(first.join(' '))}`] : []),
      ...flagsOf(command).map(([name, flag]) => {
        const { short, takes, choices, help } = flag;
        const value = choices ? `-x -a ${quoted(choices.join(' '))}` : pathKind(flag) ? '-r -F' : takes ? '-x' : '';
        return [`${complete} -n ${condition}`, short ? `-s ${short}` : '', `-l ${name}`, value, `-d ${quoted(help)}`]
          .filter((part) => part !== '')
          .join(' ');
      }),
    ];
  });
  const notServe = commands.filter(({ name }) => name !== 'serve').flatMap(namesOf);
  const wraps = others.map((other) => `complete -c ${other} -w ${program}`);
  return `# Completion of understudy in fish: understudy completion fish > ~/.config/fish/completions/understudy.fish
# Without a command, a document is served.
function __understudy_serves
  not __fish_seen_subcommand_from ${notServe.join(' ')}
end
${[...lines, ...wraps].join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

// Serves the login pages, handles their forms, and returns to the client.

import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isLocalMessage } from '../../http/inject-request.ts';
import { baseOf } from '../client-origin.ts';
import { addNotice } from '../exchange-notices.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { errors } from '../oidc-provider.ts';
import { readForm } from '../parse-form.ts';
import { type LoginAttempt, loginAttempt } from './login-attempt.ts';
import { cancelLogin, finishLogin } from './login-end.ts';
import type { LoginProvider, LoginUser } from './login-types.ts';
import { type IssuerPages, redirect, showPage } from './show-page.ts';

/** The context of login pages. */
interface LoginContext {
  readonly provider: Provider;
  readonly loginSandbox: LoginSandbox;
  readonly pages: IssuerPages;
  /** Whether a hint is enough to log in. */
  readonly autoLogin: boolean;
  /** Whether a user with a password can be picked without it. Default: by browsers of this machine. */
  readonly oneClickLogin: boolean | undefined;
}

/** A request for one of the pages. */
interface Visit extends LoginContext {
  readonly ctx: KoaContextWithOIDC;
  readonly interaction: Interaction;
  readonly attempt: LoginAttempt;
  /** The path of the login, without what follows. */
  readonly path: string;
  /** The organization that became known on an earlier page. */
  readonly organizationId: string | undefined;
  /** Whether picking a user needs no password. */
  readonly isOneClick: boolean;
}

/** Below the path of logins: which one, and which other login of it. */
const BELOW = /^\/([\w-]+)(?:\/provider\/([^/]+))?$/;

/** Handles requests for login pages; false for others. */
export async function handleLogin(ctx: KoaContextWithOIDC, scene: LoginContext): Promise<boolean> {
  const { login } = scene.loginSandbox.paths;
  const [, uid, providerId] = (ctx.path.startsWith(`${login}/`) && BELOW.exec(ctx.path.slice(login.length))) || [];
  if (uid === undefined) return false;
  const path = `${baseOf(scene.provider.issuer)}${login}/${uid}`;
  const interaction = await findInteraction(ctx, scene.provider);
  const attempt = interaction?.uid === uid ? loginAttempt(scene.loginSandbox, interaction) : undefined;
  if (!interaction || !attempt) {
    showGone(ctx, scene.pages);
    return true;
  }
  const organizationId = new URLSearchParams(ctx.querystring).get('organization') ?? undefined;
  const isOneClick = scene.oneClickLogin ?? isLocalMessage(ctx.req);
  const visit: Visit = { ...scene, ctx, interaction, attempt, path, organizationId, isOneClick };
  if (providerId !== undefined) await useExternalProvider(visit, providerId);
  else if (ctx.method === 'POST') await takeResponse(visit);
  else await begin(visit);
  return true;
}

/** The interaction that the cookie of a browser names. */
async function findInteraction({ req, res }: KoaContextWithOIDC, provider: Provider): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(req, res);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** Shows the login form unless a hint suffices, or another provider is requested. */
async function begin(visit: Visit): Promise<void> {
  const { ctx, attempt, autoLogin } = visit;
  const { hint, current, wanted } = attempt;
  if (autoLogin && hint.user && !needsPassword(visit, hint.user) && attempt.rejection(hint.user) === undefined)
    return finishLogin(visit, hint.user, []);
  if (wanted) return redirect(ctx, externalPath(visit, wanted, undefined));
  const identified = visit.organizationId ?? (hint.user ?? current)?.organization?.id;
  ask(visit, hint.user?.loginName ?? hint.text, identified);
}

/** Handles a login form; shows it again after an error. */
async function takeResponse(visit: Visit): Promise<void> {
  const { ctx, attempt } = visit;
  const form = await readForm(ctx);
  if (form.has('cancel')) return cancelLogin(visit);
  const provider = attempt.providers(visit.organizationId).find(({ id }) => id === form.get('provider'));
  if (provider) return redirect(ctx, externalPath(visit, provider, visit.organizationId));
  const loginName = form.get('loginName')?.trim() ?? '';
  const { user, problem, reason } = form.has('user')
    ? picked(visit, form.get('user') ?? '')
    : typed(visit, loginName, form);
  const rejected = user && attempt.rejection(user);
  if (user && problem === undefined && rejected === undefined)
    return finishLogin(visit, user, form.has('user') ? [] : ['pwd']);
  remarkRejection(ctx, reason ?? problem ?? rejected);
  // A picked user with a password types it beside the name.
  const shown = form.has('user') && problem !== undefined ? (user?.loginName ?? '') : loginName;
  ask(visit, shown, user?.organization?.id ?? visit.organizationId, problem ?? rejected);
}

interface Found {
  readonly user?: LoginUser | undefined;
  /** The message on the page. */
  readonly problem?: string;
  /** The message for developers, without what was typed. */
  readonly reason?: string;
}

function picked(visit: Visit, id: string): Found {
  const { login, records } = visit.loginSandbox;
  const user = login.user(records, id);
  if (!user) return { problem: 'This user cannot log in any more.' };
  return needsPassword(visit, user)
    ? { user, problem: `${user.displayName} has a password. Enter it here.` }
    : { user };
}

/** Whether a user must show a password: one that was given any, unless one click is enough. */
function needsPassword({ isOneClick, loginSandbox: { login, records } }: Visit, { id }: LoginUser): boolean {
  return !isOneClick && !login.isPassword(records, id, '');
}

function typed({ loginSandbox: { login, records } }: Visit, loginName: string, form: URLSearchParams): Found {
  if (loginName === '') return { problem: 'Enter a login name, or select a user.' };
  const user = login.userNamed(records, loginName);
  if (!user) {
    const problem = `There is no active user with the login name ${loginName}.`;
    return { problem, reason: 'There is no active user with this login name.' };
  }
  if (login.isPassword(records, user.id, form.get('password') ?? '')) return { user };
  const problem = `Wrong password for ${user.loginName}.`;
  return { user, problem, reason: 'Wrong password.' };
}

function ask(visit: Visit, loginName: string, organizationId: string | undefined, problem?: string): void {
  const { ctx, attempt, pages, path, isOneClick } = visit;
  const action = withOrganization(path, organizationId);
  const view = attempt.view({
    action,
    isOneClick,
    loginName,
    organizationId,
    ...(problem !== undefined && { problem }),
  });
  showPage(ctx, pages, pages.login(view), problem === undefined ? 200 : 422);
}

/** Simulated external identity provider. */
async function useExternalProvider(visit: Visit, encodedId: string): Promise<void> {
  const { ctx, attempt, pages, organizationId, loginSandbox } = visit;
  const offered = [...attempt.providers(organizationId), ...(attempt.wanted ? [attempt.wanted] : [])];
  const provider = offered.find(({ id }) => encodeURIComponent(id) === encodedId);
  if (!provider) return redirect(ctx, visit.path);
  const view = { action: externalPath(visit, provider, organizationId), provider, organizationId };
  if (ctx.method !== 'POST') return showPage(ctx, pages, pages.external(attempt.externalView(view)));
  const form = await readForm(ctx);
  // Back to where other logins can be chosen, unless the client wanted this one.
  if (form.has('cancel'))
    return attempt.wanted ? cancelLogin(visit) : redirect(ctx, withOrganization(visit.path, organizationId));
  const user = loginSandbox.login.user(loginSandbox.records, form.get('user') ?? '');
  const problem = user
    ? (passwordProblem(visit, user) ?? attempt.rejection(user))
    : 'This user cannot log in any more.';
  if (user && problem === undefined) return finishLogin(visit, user, []);
  remarkRejection(ctx, problem);
  showPage(
    ctx,
    pages,
    pages.external(attempt.externalView({ ...view, ...(problem !== undefined && { problem }) })),
    422,
  );
}

/** An external login asks for no password, so users with one are excluded. */
function passwordProblem(visit: Visit, user: LoginUser): string | undefined {
  return needsPassword(visit, user) ? `${user.displayName} has a password. Cancel, and enter it.` : undefined;
}

function showGone(ctx: KoaContextWithOIDC, pages: IssuerPages): void {
  const view = {
    title: 'This login has ended',
    text: 'It was completed, took too long, or was started in another browser. Go back to the application and log in again.',
  };
  addNotice(ctx, { reason: `${view.title}: the browser sent no login cookie, or the login has expired` });
  showPage(ctx, pages, pages.notice(view), 400);
}

function remarkRejection(ctx: KoaContextWithOIDC, reason: string | undefined): void {
  if (reason !== undefined) addNotice(ctx, { reason });
}

function externalPath({ path }: Visit, { id }: LoginProvider, organizationId: string | undefined): string {
  return withOrganization(`${path}/provider/${encodeURIComponent(id)}`, organizationId);
}

function withOrganization(path: string, id: string | undefined): string {
  return id === undefined ? path : `${path}?organization=${encodeURIComponent(id)}`;
}

/** Source: TDLib `parse_url` and `LinkManager::check_link`. */
import { isIPv6 } from 'node:net';
import type { MessageEntity } from 'grammy/types';

export type Checked = { url: string } | { problem: string };

export interface Address {
  protocol: 'http' | 'https';
  userinfo: string;
  host: string;
  isIpv6: boolean;
  port: number;
  /** With the query and the fragment; begins with a slash. */
  path: string;
}

const OWN = /^(tg|ton|tonsite):(?:\/\/)?/i;

/** @param httpsOnly for Web App buttons */
export function checkLink(link: string, { httpsOnly = false }: { httpsOnly?: boolean } = {}): Checked {
  const scheme = OWN.exec(link)?.[1]?.toLowerCase();
  const rest = scheme === undefined ? link : link.replace(OWN, '');
  const address = parseAddress(rest);
  if ('problem' in address) return address;
  if (httpsOnly && (address.protocol !== 'https' || scheme !== undefined))
    return { problem: 'Only HTTPS links are allowed' };
  if (scheme !== undefined) return checkOwn(scheme, rest, address);
  if (!address.host.includes('.') && !address.isIpv6) return { problem: 'Wrong HTTP URL' };
  const { protocol, userinfo, host, port, path } = address;
  return { url: `${protocol}://${userinfo ? `${userinfo}@` : ''}${host}${port > 0 ? `:${port}` : ''}${path}` };
}

function checkOwn(scheme: string, rest: string, { protocol, userinfo, host, port, isIpv6, path }: Address): Checked {
  if (/^http:\/\//i.test(rest) || protocol === 'https' || userinfo || port !== 0 || isIpv6)
    return { problem: scheme === 'tg' ? 'Wrong tg URL' : 'Wrong ton URL' };
  if (!(scheme === 'tonsite' ? /^[\w.-]+$/ : /^[\w-]+$/).test(host))
    return { problem: 'Unallowed characters in URL host' };
  return { url: `${scheme}://${host}${path.replace(/^\/\?/, '?')}` };
}

/** The user of a link such as `tg://user?id=7`. */
export function userOfLink(link: string): number | undefined {
  const id = parametersOf(link.toLowerCase(), 'user').find(([name]) => name === 'id')?.[1];
  const user = id && /^[1-9]\d*$/.test(id) ? Number(id) : 0;
  return user > 0 && user < 2 ** 52 ? user : undefined;
}

/** The query of Telegram's own link to `host`, such as `tg://user?id=7`. */
export function parametersOf(link: string, host: string): [string, string][] {
  const query = new RegExp(`^tg:(?://)?${host}/?\\?([^#]*)`, 'i').exec(link)?.[1];
  if (query === undefined) return [];
  return query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return [name, part.slice(name.length + 1)];
  });
}

/** A user's link is a mention, and an invalid link no entity. */
export function linkEntity(link: string, place: { offset: number; length: number }): MessageEntity | undefined {
  const checked = userOfLink(link) === undefined ? checkLink(link) : { url: link };
  return 'url' in checked ? { type: 'text_link', url: checked.url, ...place } : undefined;
}

/** @param assumed the protocol of an address without one */
export function parseAddress(link: string, assumed: 'http' | 'https' = 'http'): Address | { problem: string } {
  const named = /^([^:/?#@[\]]*):\/\//.exec(link);
  const protocol = named ? named[1]?.toLowerCase() : assumed;
  if (protocol !== 'http' && protocol !== 'https') return { problem: 'Unsupported URL protocol' };
  const rest = link.slice(named?.[0].length ?? 0);
  const whole = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  const [, before = whole, portText] = /^(.+?):([^:\]@]*)$/s.exec(whole) ?? [];
  const port = portText === undefined ? 0 : Number(/^0*([1-9]\d*)$/.exec(portText)?.[1] ?? -1);
  if (port < 0 || port > 65_535) return { problem: 'Wrong port number specified in the URL' };
  const at = before.lastIndexOf('@');
  const userinfo = before.slice(0, Math.max(at, 0));
  const host = before.slice(at + 1).toLowerCase();
  const isIpv6 = /^\[.*\]$/.test(host);
  const problem = hostProblem(host, isIpv6) ?? (isIpv6 ? undefined : partProblem(userinfo, 'userinfo'));
  if (problem !== undefined) return { problem };
  return { protocol, userinfo, host, isIpv6, port, path: pathOf(rest.slice(whole.length)) };
}

function hostProblem(host: string, isIpv6: boolean): string | undefined {
  if (isIpv6) return isIPv6(host.slice(1, -1)) ? undefined : 'Wrong IPv6 address specified in the URL';
  if (host === '') return 'URL host is empty';
  return host === '.' ? 'Host is invalid' : partProblem(host, 'host');
}

/** Takes Unicode, ASCII as in RFC 3986, and a colon only in the user information. */
function partProblem(part: string, name: 'host' | 'userinfo'): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(part)) return `Wrong percent-encoded symbol in URL ${name}`;
  const allowed =
    name === 'host' ? /^[\w.\-!$,~*'();&+=%\u0080-\u{10ffff}]*$/u : /^[\w.\-!$,~*'();&+=%:\u0080-\u{10ffff}]*$/u;
  return allowed.test(part) ? undefined : `Disallowed character in URL ${name}`;
}

function pathOf(rest: string): string {
  const trimmed = rest.replace(/[\0\t\n\v\r ]+$/, '');
  const encoded = trimmed.replace(
    /[\0-\x20]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return encoded.startsWith('/') ? encoded : `/${encoded}`;
}

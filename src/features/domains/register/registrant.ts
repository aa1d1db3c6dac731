import { latinDigits, readHost } from '../name.ts';

const LEAST = 2;
const MOST = 4;

/** A registry handle as it was typed, digits of any script in Latin ones; the contract does not say what one looks like. */
export function readHandle(typed: string): string | undefined {
  const handle = latinDigits(typed.replace(/[\p{Cc}\p{Cf}]/gu, '').trim());
  return /^[\x21-\x7e]{2,64}$/.test(handle) ? handle : undefined;
}

/** Two to four different host names; `unfit` names the first that is none, or nothing where their number is wrong. */
export function readNameServers(typed: string): { hosts: string[] } | { unfit: string | undefined } {
  const pieces = typed.split(/[\s,،;]+/).filter((piece) => piece !== '');
  const hosts: string[] = [];
  for (const piece of pieces) {
    const host = readHost(piece);
    if (host === undefined) return { unfit: piece };
    if (!hosts.includes(host)) hosts.push(host);
  }
  return hosts.length >= LEAST && hosts.length <= MOST ? { hosts } : { unfit: undefined };
}

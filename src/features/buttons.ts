import { button } from '../telegram/button.ts';

/**
 * Every button there is. Names are short and never change or return with another meaning: old messages keep old buttons.
 * `account` is a binding's id, `server` a server's reference, `operation` an operation's id.
 */
export const buttons = {
  home: button('hm', []),
  help: button('hp', []),
  connect: button('cn', []),
  leave: button('lv', []),
  languages: button('ls', []),
  language: button('lg', ['locale']),
  accounts: button('ac', []),
  account: button('aa', ['account'], 'allowed'),
  useAccount: button('au', ['account'], 'allowed'),
  renameAccount: button('ar', ['account'], 'allowed'),
  disconnectAccount: button('ad', ['account'], 'allowed'),
  disconnectNow: button('ax', ['account'], 'allowed'),
  /** `filter` is empty, or refers to a note that holds it. */
  servers: button('sl', ['account', 'page', 'filter'], 'allowed'),
  /** Another page of the list last shown, which is not asked for anew. */
  serversPage: button('sp', ['account', 'page', 'filter'], 'allowed'),
  server: button('sv', ['account', 'server'], 'allowed'),
  nameServer: button('sn', ['account', 'server'], 'allowed'),
  unnameServer: button('su', ['account', 'server'], 'allowed'),
  power: button('pw', ['account', 'server', 'action'], 'allowed'),
  confirm: button('ok', ['operation'], 'itself'),
  cancel: button('no', ['operation'], 'itself'),
  lookAgain: button('la', ['operation'], 'itself'),
} as const;

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
  account: button('aa', ['account']),
  useAccount: button('au', ['account']),
  renameAccount: button('ar', ['account']),
  disconnectAccount: button('ad', ['account']),
  disconnectNow: button('ax', ['account']),
  /** `filter` is empty, or refers to a note that holds it. */
  servers: button('sl', ['account', 'page', 'filter']),
  server: button('sv', ['account', 'server']),
  nameServer: button('sn', ['account', 'server']),
  unnameServer: button('su', ['account', 'server']),
  power: button('pw', ['account', 'server', 'action']),
  confirm: button('ok', ['operation'], 'itself'),
  cancel: button('no', ['operation'], 'itself'),
  lookAgain: button('la', ['operation'], 'itself'),
} as const;

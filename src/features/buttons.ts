import { button } from '../telegram/ui/button.ts';

/**
 * Every kind of button. Names are short and never change or return with another meaning: old messages keep old buttons.
 * `account` is a binding's id, `server` a server's reference, `operation` an operation's id.
 */
export const buttons = {
  home: button('hm', []),
  help: button('hp', []),
  connect: button('cn', []),
  /** `wish` refers to a note that holds the command to go on with. */
  goOn: button('gw', ['wish'], 'allowed'),
  /** Goes on with a noted command like `goOn`; its answer replaces the message that offered it. */
  goOnInstead: button('gi', ['wish'], 'allowed'),
  /** Repeats a short command whose answer failed; works without the store. */
  again: button('ag', ['command']),
  /** Repeats a typed answer; `note` refers to it. */
  answerAgain: button('aw', ['note']),
  leave: button('lv', []),
  languages: button('ls', []),
  language: button('lg', ['locale']),
  accounts: button('ac', []),
  account: button('aa', ['account'], 'allowed'),
  useAccount: button('au', ['account'], 'allowed'),
  renameAccount: button('ar', ['account'], 'allowed'),
  disconnectAccount: button('ad', ['account'], 'allowed'),
  disconnectNow: button('ax', ['account'], 'allowed'),
  /** When outcomes come as new messages: `when` is `always`, `late` or `edits`. */
  news: button('nw', []),
  chooseNews: button('nc', ['when']),
  /** `filter` is empty, or refers to a note that holds it. */
  servers: button('sl', ['account', 'page', 'filter'], 'allowed'),
  /** Another page of the list last shown, which is not asked for anew. */
  serversPage: button('sp', ['account', 'page', 'filter'], 'allowed'),
  /** The list in an order of {@link SORTS}: asked for anew, and another page of the one last shown. */
  serversSorted: button('so', ['account', 'page', 'filter', 'sort'], 'allowed'),
  serversTurn: button('st', ['account', 'page', 'filter', 'sort'], 'allowed'),
  /** Another page of the servers that fit a command; `filter` is empty, or refers to a note that holds the typed words. */
  pick: button('pk', ['account', 'command', 'page', 'filter'], 'allowed'),
  /** The states of all servers, read anew. */
  states: button('sa', ['account', 'page'], 'allowed'),
  server: button('sv', ['account', 'server'], 'allowed'),
  details: button('dt', ['account', 'server'], 'allowed'),
  nameServer: button('sn', ['account', 'server'], 'allowed'),
  unnameServer: button('su', ['account', 'server'], 'allowed'),
  power: button('pw', ['account', 'server', 'action'], 'allowed'),
  graph: button('gr', ['account', 'server', 'period'], 'allowed'),
  graphData: button('gd', ['account', 'server', 'period'], 'allowed'),
  more: button('mo', ['account', 'server'], 'allowed'),
  console: button('vc', ['account', 'server'], 'allowed'),
  rescue: button('rs', ['account', 'server'], 'allowed'),
  attach: button('ra', ['account', 'server', 'disk'], 'allowed'),
  eject: button('re', ['account', 'server'], 'allowed'),
  /** `snapshot` and `backup` are references of their names. */
  snapshots: button('ns', ['account', 'server', 'page'], 'allowed'),
  snapshot: button('n1', ['account', 'server', 'snapshot'], 'allowed'),
  snapshotAct: button('n2', ['account', 'server', 'snapshot', 'action'], 'allowed'),
  newSnapshot: button('n3', ['account', 'server'], 'allowed'),
  takeSnapshot: button('n4', ['account', 'server', 'name'], 'allowed'),
  /** `os`: what the server is to be reinstalled with afterwards; may be empty in the second. */
  snapshotFirst: button('n5', ['account', 'server', 'os'], 'allowed'),
  takeSuggested: button('n6', ['account', 'server', 'os'], 'allowed'),
  backups: button('bk', ['account', 'server', 'page'], 'allowed'),
  backup: button('b1', ['account', 'server', 'backup'], 'allowed'),
  backupAct: button('b2', ['account', 'server', 'backup', 'action'], 'allowed'),
  newBackup: button('b3', ['account', 'server'], 'allowed'),
  reinstall: button('ri', ['account', 'server'], 'allowed'),
  reinstallWith: button('r1', ['account', 'server', 'os'], 'allowed'),
  reinstallNow: button('r2', ['account', 'server', 'os'], 'allowed'),
  password: button('pd', ['account', 'server'], 'allowed'),
  passwordMake: button('p1', ['account', 'server'], 'allowed'),
  passwordOwn: button('p2', ['account', 'server'], 'allowed'),
  sshKey: button('sk', ['account', 'server'], 'allowed'),
  deleteNow: button('dn', []),
  confirm: button('ok', ['operation'], 'itself'),
  /** Confirms beside operations under way; `pass` names exactly those that its screen showed. */
  goPast: button('go', ['operation', 'pass'], 'itself'),
  cancel: button('no', ['operation'], 'itself'),
  lookAgain: button('la', ['operation'], 'itself'),
  /** Confirms a purchase; `offer` is the confirm that shows the button: a newer one may show another price. */
  pay: button('py', ['operation', 'offer'], 'itself'),
  /** Tells an outcome that the person found out: `happened` is `y` or `n`. */
  said: button('sd', ['operation', 'happened'], 'itself'),
  renew: button('rn', ['account', 'server'], 'allowed'),
  /** `days` are empty where they are yet to be typed; so they are in `renewChosenFor`. */
  renewFor: button('rf', ['account', 'server', 'days'], 'allowed'),
  /** The servers by their expiry; `chosen` refers to a note that holds the ones that are chosen. */
  expiring: button('xl', ['account', 'chosen', 'page'], 'allowed'),
  chooseExpiring: button('xc', ['account', 'chosen', 'page', 'server'], 'allowed'),
  renewChosen: button('xr', ['account', 'chosen'], 'allowed'),
  renewChosenFor: button('xf', ['account', 'chosen', 'days'], 'allowed'),
  /** Confirms several operations together: `operation` is any of them, `offers` are the prices that the screen showed. */
  payAll: button('pa', ['operation', 'offers'], 'itself'),
  cancelAll: button('ca', ['operation'], 'itself'),
  lookAtAll: button('lt', ['operation'], 'itself'),
  upgrade: button('ug', ['account', 'server'], 'allowed'),
  buy: button('by', ['account'], 'allowed'),
  /** The form with what an earlier order was for. */
  buyAgain: button('ba', ['operation'], 'itself'),
  /** The form with the values of a server's record. */
  buyLike: button('bl', ['account', 'server'], 'allowed'),
  /** A starting point of the form, by its place; choosing a server that the new one is to be like; back to the starting points. */
  buyStart: button('bs', ['start'], 'itself'),
  buyPick: button('bp', [], 'itself'),
  buyStarts: button('bt', [], 'itself'),
  /** The buttons of the form: `value` is a number, a system's code or the reference of a location. */
  buyValue: button('bv', ['field', 'value'], 'itself'),
  buyField: button('bf', ['field'], 'itself'),
  buyReview: button('bw', [], 'itself'),
  buyOrder: button('bo', [], 'itself'),
  buyLeave: button('bx', [], 'itself'),
  /** `to` holds the wanted values: cores, memory, disk, backups and traffic, separated by points; `-` where it is not known. */
  upgradeTo: button('ut', ['account', 'server', 'to'], 'allowed'),
  upgradeType: button('uy', ['account', 'server', 'to', 'resource'], 'allowed'),
  upgradeAsk: button('ua', ['account', 'server', 'to'], 'allowed'),
  /** `filter` is `paid` or `all`. */
  orders: button('or', ['filter', 'page']),
  order: button('od', ['operation', 'filter', 'page']),
  limit: button('lm', ['account'], 'allowed'),
  unlimit: button('lu', ['account', 'currency'], 'allowed'),
  /** `check` is a check's id, `at` the place of a name in it. */
  check: button('ck', ['check', 'page'], 'allowed'),
  checkAsk: button('c0', []),
  checkCancel: button('c1', ['check'], 'itself'),
  checkAgain: button('c2', ['check'], 'itself'),
  checkFile: button('c3', ['check'], 'allowed'),
  checkRest: button('c4', ['check'], 'itself'),
  checkRegister: button('c5', ['check', 'at'], 'allowed'),
  /** `list` refers to a note that holds the names. */
  checkThese: button('c6', ['list'], 'allowed'),
  favourites: button('dv', []),
  /** The buttons of an open registration: `what` is `handle` or `servers`. */
  registerFor: button('d1', ['years'], 'allowed'),
  registerAsBefore: button('d2', ['what'], 'allowed'),
  registerBack: button('d3', [], 'allowed'),
  registerPrice: button('d4', [], 'allowed'),
  registerLeave: button('d5', [], 'allowed'),
  /** The registration with what an earlier one was for. */
  registerAgain: button('d6', ['operation'], 'allowed'),
  /** `domain` is a domain's reference. */
  domains: button('dl', ['account', 'page'], 'allowed'),
  domain: button('dm', ['account', 'domain'], 'allowed'),
  domainForget: button('df', ['account', 'domain'], 'allowed'),
  domainRenew: button('dr', ['account', 'domain'], 'allowed'),
  domainRenewFor: button('dq', ['account', 'domain', 'years'], 'allowed'),
} as const;

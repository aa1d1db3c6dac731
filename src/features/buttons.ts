import { type Action, POWER_RIGHTS } from '../teams/actions.ts';
import { button } from '../telegram/ui/button.ts';

/** The rights to the actions of a power button. */
const POWER = new Map<string | undefined, Action>(Object.entries(POWER_RIGHTS));

/** `via` of a team's settings that the screen of its account led to; usually the team's own screen does. */
export const FROM_ACCOUNT = 'a';

/** The right to a tap on an alert: a number of hours mutes it. */
export function rightToAlert(hours = ''): 'mute' | 'acknowledge' {
  return /^\d$/.test(hours) ? 'mute' : 'acknowledge';
}

/**
 * Every kind of button. Names are short and never change or return with another meaning: old messages keep old buttons.
 * `account` is a binding's id, `server` a server's reference, `operation` an operation's id.
 */
export const buttons = {
  home: button('hm', 'anyone', []),
  help: button('hp', 'anyone', []),
  connect: button('cn', 'anyone', []),
  /** `wish` refers to a note that holds the command to go on with. */
  goOn: button('gw', 'anyone', ['wish'], 'allowed'),
  /** Goes on with a noted command like `goOn`; its answer replaces the message that offered it. */
  goOnInstead: button('gi', 'anyone', ['wish'], 'allowed'),
  /** Repeats a short command whose answer failed; works without the store. */
  again: button('ag', 'anyone', ['command']),
  /** Repeats a typed answer; `note` refers to it. */
  answerAgain: button('aw', 'anyone', ['note']),
  leave: button('lv', 'anyone', []),
  languages: button('ls', 'anyone', []),
  language: button('lg', 'anyone', ['locale']),
  accounts: button('ac', 'anyone', []),
  account: button('aa', 'account', ['account'], 'allowed'),
  useAccount: button('au', 'anyone', ['account'], 'allowed'),
  renameAccount: button('ar', 'account', ['account'], 'allowed'),
  disconnectAccount: button('ad', 'account', ['account'], 'allowed'),
  disconnectNow: button('ax', 'account', ['account'], 'allowed'),
  /** A team's account, as its member sees it; taking another token for an account of one's own. */
  teamAccount: button('ta', 'read', ['account'], 'allowed'),
  replaceToken: button('rt', 'account', ['account'], 'allowed'),
  forgetToken: button('ft', 'anyone', []),
  /** When outcomes come as new messages: `when` is `always`, `late` or `edits`, and `via` the account whose screen led here. */
  news: button('nw', 'anyone', ['via']),
  chooseNews: button('nc', 'anyone', ['when', 'via']),
  /** `filter` is empty, or refers to a note that holds it. */
  servers: button('sl', 'read', ['account', 'page', 'filter'], 'allowed'),
  /** Another page of the list last shown, which is not asked for anew. */
  serversPage: button('sp', 'read', ['account', 'page', 'filter'], 'allowed'),
  /** The list in an order of {@link SORTS}: asked for anew, and another page of the one last shown. */
  serversSorted: button('so', 'read', ['account', 'page', 'filter', 'sort'], 'allowed'),
  serversTurn: button('st', 'read', ['account', 'page', 'filter', 'sort'], 'allowed'),
  /** Another page of the servers that fit a command; `filter` is empty, or refers to a note that holds the typed words. */
  pick: button('pk', 'read', ['account', 'command', 'page', 'filter'], 'allowed'),
  /** The states of all servers, read anew. */
  states: button('sa', 'read', ['account', 'page'], 'allowed'),
  server: button('sv', 'read', ['account', 'server'], 'allowed'),
  details: button('dt', 'read', ['account', 'server'], 'allowed'),
  nameServer: button('sn', 'name', ['account', 'server'], 'allowed'),
  unnameServer: button('su', 'name', ['account', 'server'], 'allowed'),
  power: button(
    'pw',
    'powerOn',
    ['account', 'server', 'action'],
    'allowed',
    ({ action }) => POWER.get(action) ?? 'powerOn',
  ),
  graph: button('gr', 'read', ['account', 'server', 'period'], 'allowed'),
  graphData: button('gd', 'read', ['account', 'server', 'period'], 'allowed'),
  more: button('mo', 'read', ['account', 'server'], 'allowed'),
  console: button('vc', 'console', ['account', 'server'], 'allowed'),
  rescue: button('rs', 'rescue', ['account', 'server'], 'allowed'),
  attach: button('ra', 'rescue', ['account', 'server', 'disk'], 'allowed'),
  eject: button('re', 'rescue', ['account', 'server'], 'allowed'),
  /** `snapshot` and `backup` are references of their names. */
  snapshots: button('ns', 'read', ['account', 'server', 'page'], 'allowed'),
  snapshot: button('n1', 'read', ['account', 'server', 'snapshot'], 'allowed'),
  snapshotAct: button('n2', 'create', ['account', 'server', 'snapshot', 'action'], 'allowed'),
  newSnapshot: button('n3', 'create', ['account', 'server'], 'allowed'),
  takeSnapshot: button('n4', 'create', ['account', 'server', 'name'], 'allowed'),
  /** `os`: what the server is to be reinstalled with afterwards; may be empty in the second. */
  takeAgain: button('n7', 'create', ['account', 'server', 'name', 'os'], 'allowed'),
  snapshotFirst: button('n5', 'create', ['account', 'server', 'os'], 'allowed'),
  takeSuggested: button('n6', 'create', ['account', 'server', 'os'], 'allowed'),
  backups: button('bk', 'read', ['account', 'server', 'page'], 'allowed'),
  backup: button('b1', 'read', ['account', 'server', 'backup'], 'allowed'),
  backupAct: button('b2', 'create', ['account', 'server', 'backup', 'action'], 'allowed'),
  newBackup: button('b3', 'create', ['account', 'server'], 'allowed'),
  reinstall: button('ri', 'reinstall', ['account', 'server'], 'allowed'),
  reinstallWith: button('r1', 'reinstall', ['account', 'server', 'os'], 'allowed'),
  reinstallNow: button('r2', 'reinstall', ['account', 'server', 'os'], 'allowed'),
  password: button('pd', 'password', ['account', 'server'], 'allowed'),
  passwordMake: button('p1', 'password', ['account', 'server'], 'allowed'),
  passwordOwn: button('p2', 'password', ['account', 'server'], 'allowed'),
  sshKey: button('sk', 'sshKey', ['account', 'server'], 'allowed'),
  /** Watches and alerts. `server` is empty where all are meant, `on` is `y` or `n`, a letter in place of `hours` what else a tap does. */
  watches: button('wt', 'read', ['account'], 'allowed'),
  watch: button('wp', 'watch', ['account', 'server', 'on'], 'allowed'),
  watchServer: button('ws', 'watch', ['account', 'server', 'on'], 'allowed'),
  /** The watches of domains; `domain` is a name in ASCII, `suffix` as well, `name` the reference of one. */
  wanted: button('wl', 'read', ['account'], 'allowed'),
  watchName: button('wn', 'watch', ['account', 'domain'], 'allowed'),
  /** Watches the names of a check that are taken, with the account of the check. */
  watchChecked: button('wc', 'anyone', ['check'], 'allowed'),
  unwatchName: button('wx', 'watch', ['account', 'name'], 'allowed'),
  watchPrice: button('wq', 'watch', ['account', 'suffix'], 'allowed'),
  priceTarget: button('wr', 'watch', ['account', 'suffix'], 'allowed'),
  unwatchPrice: button('wy', 'watch', ['account', 'name'], 'allowed'),
  /** `name` refers to a watch of traffic. */
  trafficTarget: button('wf', 'watch', ['account', 'server'], 'allowed'),
  trafficUsual: button('wh', 'watch', ['account', 'server'], 'allowed'),
  unwatchTraffic: button('wg', 'watch', ['account', 'name'], 'allowed'),
  /** Whether what changes outside the bot is told. */
  outside: button('wo', 'watch', ['account', 'on'], 'allowed'),
  /** Whether an alert that no person looks after is told again. */
  repeats: button('wk', 'watch', ['account', 'on'], 'allowed'),
  alerts: button('al', 'read', ['account'], 'allowed'),
  acknowledge: button('ak', 'acknowledge', ['account', 'alert', 'hours'], 'itself', ({ hours }) => rightToAlert(hours)),
  /** Powers on all servers of an alert that are off. */
  powerAll: button('pl', 'powerOn', ['account', 'alert'], 'allowed'),
  /** `from` is the person who looks after it now. */
  takeOver: button('at', 'acknowledge', ['account', 'alert', 'from'], 'itself'),
  /** The hours in which a chat gets nothing but power alerts, and setting them: empty for none. `account` is empty in private chats. */
  quiet: button('qu', 'read', ['account'], 'allowed', ({ account }) => (account === '' ? 'anyone' : 'read')),
  quietSet: button('qs', 'notices', ['account', 'hours'], 'allowed', ({ account }) =>
    account === '' ? 'anyone' : 'notices',
  ),
  /** The clock of a chat's notices, and setting it: empty to look at it; typing one. `account` is empty in private chats. */
  zone: button('zn', 'read', ['account', 'zone'], 'allowed', ({ account, zone }) => {
    if (account === '') return 'anyone';
    return zone === '' ? 'read' : 'notices';
  }),
  zoneType: button('zt', 'anyone', []),
  /** The daily digest: its settings; ending it, in its own message; `on` is `y` or `n`. `hour` is 0 to 23. */
  digest: button('dg', 'anyone', []),
  digestOff: button('do', 'anyone', [], 'itself'),
  /** Tells the next day once more which servers and domains expire. */
  digestLater: button('dz', 'anyone', [], 'itself'),
  digestSet: button('ds', 'anyone', ['on']),
  digestHour: button('dh', 'anyone', ['hour']),
  /**
   * The digest of a team's group: `set` is empty, `y` or `n`, an hour from 0 to 23, or `m` and `w` for with money and without; ending it, in
   * its own message; renewing what it shows, in private.
   */
  groupDigest: button('dd', 'notices', ['account', 'set'], 'allowed', ({ set }) =>
    set === 'm' || set === 'w' ? 'limits' : 'notices',
  ),
  groupDigestOff: button('gf', 'notices', ['account'], 'allowed'),
  groupDigestRenew: button('gn', 'spend', ['account', 'chosen'], 'allowed'),
  deleteNow: button('dn', 'anyone', []),
  confirm: button('ok', 'anyone', ['operation'], 'itself'),
  /** Confirms beside operations under way; `pass` names exactly those that its screen showed. */
  goPast: button('go', 'anyone', ['operation', 'pass'], 'itself'),
  cancel: button('no', 'anyone', ['operation'], 'itself'),
  /** Approves or declines what another member of the team asked for; the team of the operation says who may. */
  approve: button('ap', 'anyone', ['operation', 'offer'], 'itself'),
  decline: button('an', 'anyone', ['operation'], 'itself'),
  approveAll: button('apa', 'anyone', ['operation', 'offers'], 'itself'),
  declineAll: button('ana', 'anyone', ['operation'], 'itself'),
  lookAgain: button('la', 'anyone', ['operation'], 'itself'),
  /** Confirms a purchase; `offer` is the confirm that shows the button: a newer one may show another price. */
  pay: button('py', 'anyone', ['operation', 'offer'], 'itself'),
  /** Tells an outcome that the person found out: `happened` is `y` or `n`. */
  said: button('sd', 'anyone', ['operation', 'happened'], 'itself'),
  renew: button('rn', 'spend', ['account', 'server'], 'allowed'),
  /** `days` are empty where they are yet to be typed; so they are in `renewChosenFor`. */
  renewFor: button('rf', 'spend', ['account', 'server', 'days'], 'allowed'),
  /** The servers by their expiry; `chosen` refers to a note that holds the ones that are chosen. */
  expiring: button('xl', 'read', ['account', 'chosen', 'page'], 'allowed'),
  chooseExpiring: button('xc', 'read', ['account', 'chosen', 'page', 'server'], 'allowed'),
  renewChosen: button('xr', 'spend', ['account', 'chosen', 'via'], 'allowed'),
  renewChosenFor: button('xf', 'spend', ['account', 'chosen', 'days'], 'allowed'),
  /** Confirms several operations together: `operation` is any of them, `offers` are the prices that the screen showed. */
  payAll: button('pa', 'anyone', ['operation', 'offers'], 'itself'),
  cancelAll: button('ca', 'anyone', ['operation'], 'itself'),
  lookAtAll: button('lt', 'anyone', ['operation'], 'itself'),
  upgrade: button('ug', 'spend', ['account', 'server'], 'allowed'),
  buy: button('by', 'spend', ['account'], 'allowed'),
  /** The form with what an earlier order was for. */
  buyAgain: button('ba', 'spend', ['operation'], 'itself'),
  /** The form with the values of a server's record. */
  buyLike: button('bl', 'spend', ['account', 'server'], 'allowed'),
  /** A starting point of the form, by its place; choosing a server that the new one is to be like; back to the starting points. */
  buyStart: button('bs', 'spend', ['start'], 'itself'),
  buyPick: button('bp', 'spend', [], 'itself'),
  buyStarts: button('bt', 'spend', [], 'itself'),
  /** The buttons of the form: `value` is a number, a system's code or the reference of a location. */
  buyValue: button('bv', 'spend', ['field', 'value'], 'itself'),
  buyField: button('bf', 'spend', ['field'], 'itself'),
  buyReview: button('bw', 'spend', [], 'itself'),
  buyOrder: button('bo', 'spend', [], 'itself'),
  buyLeave: button('bx', 'anyone', [], 'itself'),
  /** `to` holds the wanted values: cores, memory, disk, backups and traffic, separated by points; `-` where it is not known. */
  upgradeTo: button('ut', 'spend', ['account', 'server', 'to'], 'allowed'),
  upgradeType: button('uy', 'spend', ['account', 'server', 'to', 'resource'], 'allowed'),
  upgradeAsk: button('ua', 'spend', ['account', 'server', 'to'], 'allowed'),
  /** `filter` is `paid` or `all`. */
  orders: button('or', 'anyone', ['filter', 'page']),
  order: button('od', 'anyone', ['operation', 'filter', 'page']),
  /** The operations of a team, and one of them as a member reads it. */
  teamOrders: button('to', 'read', ['account', 'filter', 'page'], 'allowed'),
  teamOrder: button('tr', 'read', ['account', 'operation', 'filter', 'page'], 'allowed'),
  /** The protected servers of a team. `level` is the letter of a level, then that of the level that the screen showed. */
  protectedServers: button('tp', 'protect', ['account', 'page', 'via'], 'allowed'),
  protectUndo: button('te', 'protect', ['account', 'note', 'page', 'via'], 'allowed'),
  protect: button('tt', 'protect', ['account', 'server', 'level', 'page', 'via'], 'allowed'),
  /** The spending limits of a team. `who` is a member's user id, or `team`. */
  teamLimits: button('tx', 'limits', ['account', 'page', 'via'], 'allowed'),
  teamLimit: button('ty', 'limits', ['account', 'who', 'via'], 'allowed'),
  /** `note` refers to a note that holds a change. */
  teamLimitUndo: button('tv', 'limits', ['account', 'who', 'note', 'via'], 'allowed'),
  teamUnlimit: button('tz', 'limits', ['account', 'who', 'currency', 'via'], 'allowed'),
  limit: button('lm', 'account', ['account'], 'allowed'),
  unlimit: button('lu', 'account', ['account', 'currency'], 'allowed'),
  /** `check` is a check's id, `at` the place of a name in it. */
  check: button('ck', 'read', ['check', 'page'], 'allowed'),
  checkAsk: button('c0', 'anyone', []),
  checkCancel: button('c1', 'anyone', ['check'], 'itself'),
  checkAgain: button('c2', 'read', ['check'], 'itself'),
  checkFile: button('c3', 'read', ['check'], 'allowed'),
  checkRest: button('c4', 'read', ['check'], 'itself'),
  checkRegister: button('c5', 'spend', ['check', 'at'], 'allowed'),
  /** `list` refers to a note that holds the names. */
  checkThese: button('c6', 'read', ['list'], 'allowed'),
  /** Asks for names to check under one suffix, in ASCII. */
  checkUnder: button('c7', 'anyone', ['suffix']),
  favourites: button('dv', 'anyone', []),
  /** The buttons of an open registration: `what` is `handle` or `servers`. */
  registerFor: button('d1', 'spend', ['years'], 'allowed'),
  registerAsBefore: button('d2', 'spend', ['what'], 'allowed'),
  registerBack: button('d3', 'anyone', [], 'allowed'),
  registerPrice: button('d4', 'spend', [], 'allowed'),
  registerLeave: button('d5', 'anyone', [], 'allowed'),
  /** Begins the registration of a name, in ASCII. */
  registerName: button('d7', 'spend', ['account', 'domain'], 'allowed'),
  /** The registration with what an earlier one was for. */
  registerAgain: button('d6', 'spend', ['operation'], 'allowed'),
  /** The same without one of the answers, which is asked anew; `what` is its question. */
  registerChange: button('d8', 'spend', ['operation', 'what'], 'allowed'),
  /** `domain` is a domain's reference. */
  domains: button('dl', 'read', ['account', 'page'], 'allowed'),
  domain: button('dm', 'read', ['account', 'domain'], 'allowed'),
  /** Whether the digest of the chat tells when the domain expires; `on` is `y` or `n`. */
  domainBell: button('db', 'notices', ['account', 'domain', 'on'], 'allowed'),
  domainForget: button('df', 'name', ['account', 'domain'], 'allowed'),
  domainRenew: button('dr', 'spend', ['account', 'domain'], 'allowed'),
  /** `team` is a team's id, `member` a person's id, `note` refers to a note that holds a change. */
  team: button('tm', 'anyone', ['team']),
  teams: button('t0', 'anyone', []),
  /** Lends an account: to choose it, then to choose the group, then to confirm. `chat` and `topic` are empty until they are chosen. */
  teamNew: button('t1', 'anyone', []),
  teamLend: button('t2', 'account', ['account', 'chat', 'topic'], 'itself'),
  teamFound: button('t3', 'account', ['account', 'chat', 'topic'], 'itself'),
  teamJoin: button('t4', 'anyone', ['team'], 'itself'),
  teamEnd: button('t5', 'account', ['team']),
  teamEndNow: button('t6', 'anyone', ['team'], 'itself'),
  /** A member leaves the team: asked, then done. */
  teamLeave: button('tl', 'anyone', ['team'], 'itself'),
  teamLeaveNow: button('t9', 'anyone', ['team'], 'itself'),
  teamResume: button('t7', 'account', ['team'], 'itself'),
  /** Undoes the end of a team. */
  teamRestore: button('t8', 'anyone', ['team'], 'itself'),
  members: button('m0', 'read', ['team', 'page']),
  membersAdd: button('m1', 'members', ['team']),
  member: button('m2', 'members', ['team', 'member']),
  /** `role` is a role, or `none`, which removes the member. */
  memberRole: button('m3', 'members', ['team', 'member', 'role'], 'itself'),
  memberUndo: button('m4', 'members', ['team', 'note'], 'itself'),
  /** Decides about a person who asked to join; `role` is `none` where they are declined. */
  memberAdmit: button('m5', 'members', ['team', 'member', 'role'], 'itself'),
  domainRenewFor: button('dq', 'spend', ['account', 'domain', 'years'], 'allowed'),
  /** The person on call. `from` is the one whom the screen showed; `hours` is 0 until the next hand-over. */
  onCall: button('oc', 'read', ['account'], 'allowed'),
  takeOnCall: button('ot', 'takeOnCall', ['account', 'from', 'hours'], 'allowed'),
  giveOnCall: button('og', 'takeOnCall', ['account'], 'allowed'),
  /** `note` refers to what a change of the rota, or of who is on call, replaced. */
  onCallUndo: button('ou', 'takeOnCall', ['account', 'note'], 'allowed'),
  /**
   * A team's audit log. `filter` refers to a note that holds what it is read by; `from` is a place in it. The handler asks for the right:
   * the team may have ended.
   */
  audit: button('lo', 'anyone', ['team', 'filter', 'from'], 'allowed'),
  /** The logs that a person may read, where there are several. */
  auditLogs: button('ll', 'anyone', ['page'], 'allowed'),
  /** Asks for a server (`s`), a person (`p`) or a day (`d`, `page` counts months). */
  auditPick: button('lp', 'anyone', ['team', 'filter', 'by', 'page'], 'allowed'),
  auditChoose: button('lc', 'anyone', ['team', 'filter', 'by', 'value'], 'allowed'),
  auditFile: button('lf', 'anyone', ['team', 'filter', 'format'], 'itself'),
  /** A step of setting the rota: what is set, and to what. */
  rota: button('on', 'rota', ['account', 'set', 'value'], 'allowed'),
  /** `note` refers to the reason; `since` names which break-glass is ended. */
  breakGlassAsk: button('ga', 'breakGlass', ['account'], 'allowed'),
  breakGlassStart: button('gb', 'breakGlass', ['account', 'note'], 'allowed'),
  breakGlassCancel: button('gx', 'anyone', []),
  breakGlassEnd: button('ge', 'breakGlass', ['account', 'since'], 'itself'),
} as const;

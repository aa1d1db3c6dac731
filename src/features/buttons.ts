import { type Action, POWER_RIGHTS } from '../teams/actions.ts';
import { button } from '../telegram/ui/button.ts';

const POWER = new Map<string | undefined, Action>(Object.entries(POWER_RIGHTS));

/** `via` of team settings that the account's screen led to; usually the team's own screen does. */
export const FROM_ACCOUNT = 'a';

/** A tap on an alert with a number of hours mutes it. */
export function rightToAlert(hours = ''): 'mute' | 'acknowledge' {
  return /^\d$/.test(hours) ? 'mute' : 'acknowledge';
}

/**
 * A name is short and never changes or returns with another meaning: old messages keep old buttons. `account`,
 * `operation`, `check` and `team` are ids, `server`, `domain`, `snapshot` and `backup` references, `member` is a user
 * id, `on` and `happened` are `y` or `n`. `note`, `wish`, `filter`, `list` and `chosen` refer to a stored note.
 */
export const buttons = {
  home: button('hm', 'anyone', []),
  help: button('hp', 'anyone', []),
  connect: button('cn', 'anyone', []),
  goOn: button('gw', 'anyone', ['wish'], 'allowed'),
  /** As `goOn`, but its answer replaces the message that offered it. */
  goOnInstead: button('gi', 'anyone', ['wish'], 'allowed'),
  /** Repeats a short command whose answer failed; works without the store. */
  again: button('ag', 'anyone', ['command']),
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
  teamAccount: button('ta', 'read', ['account'], 'allowed'),
  replaceToken: button('rt', 'account', ['account'], 'allowed'),
  forgetToken: button('ft', 'anyone', []),
  /** Outcomes as new messages: `when` is `always`, `late` or `edits`; `via` is the account whose screen led here. */
  news: button('nw', 'anyone', ['via']),
  chooseNews: button('nc', 'anyone', ['when', 'via']),
  servers: button('sl', 'read', ['account', 'page', 'filter'], 'allowed'),
  /** `serversPage` and `serversTurn` turn pages of the stored list: they do not ask the provider. */
  serversPage: button('sp', 'read', ['account', 'page', 'filter'], 'allowed'),
  serversSorted: button('so', 'read', ['account', 'page', 'filter', 'sort'], 'allowed'),
  serversTurn: button('st', 'read', ['account', 'page', 'filter', 'sort'], 'allowed'),
  pick: button('pk', 'read', ['account', 'command', 'page', 'filter'], 'allowed'),
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
  snapshots: button('ns', 'read', ['account', 'server', 'page'], 'allowed'),
  snapshot: button('n1', 'read', ['account', 'server', 'snapshot'], 'allowed'),
  snapshotAct: button('n2', 'create', ['account', 'server', 'snapshot', 'action'], 'allowed'),
  newSnapshot: button('n3', 'create', ['account', 'server'], 'allowed'),
  takeSnapshot: button('n4', 'create', ['account', 'server', 'name'], 'allowed'),
  /** `os` is reinstalled after the snapshot. */
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
  /** `server` is empty for all servers. A letter in place of `hours` is another action of the tap. */
  watches: button('wt', 'read', ['account'], 'allowed'),
  watch: button('wp', 'watch', ['account', 'server', 'on'], 'allowed'),
  watchServer: button('ws', 'watch', ['account', 'server', 'on'], 'allowed'),
  /** `domain` and `suffix` are in ASCII, `name` refers to one. */
  wanted: button('wl', 'read', ['account'], 'allowed'),
  watchName: button('wn', 'watch', ['account', 'domain'], 'allowed'),
  watchChecked: button('wc', 'anyone', ['check'], 'allowed'),
  unwatchName: button('wx', 'watch', ['account', 'name'], 'allowed'),
  watchPrice: button('wq', 'watch', ['account', 'suffix'], 'allowed'),
  priceTarget: button('wr', 'watch', ['account', 'suffix'], 'allowed'),
  unwatchPrice: button('wy', 'watch', ['account', 'name'], 'allowed'),
  /** `name` refers to a watch of traffic. */
  trafficTarget: button('wf', 'watch', ['account', 'server'], 'allowed'),
  trafficUsual: button('wh', 'watch', ['account', 'server'], 'allowed'),
  unwatchTraffic: button('wg', 'watch', ['account', 'name'], 'allowed'),
  /** Notices of changes outside the bot. */
  outside: button('wo', 'watch', ['account', 'on'], 'allowed'),
  repeats: button('wk', 'watch', ['account', 'on'], 'allowed'),
  alerts: button('al', 'read', ['account'], 'allowed'),
  acknowledge: button('ak', 'acknowledge', ['account', 'alert', 'hours'], 'itself', ({ hours }) => rightToAlert(hours)),
  /** Powers on all servers of an alert that are off. */
  powerAll: button('pl', 'powerOn', ['account', 'alert'], 'allowed'),
  /** `from` is the person who follows the alert up now. */
  takeOver: button('at', 'acknowledge', ['account', 'alert', 'from'], 'itself'),
  /** `account` is empty in private chats, `hours` for none. */
  quiet: button('qu', 'read', ['account'], 'allowed', ({ account }) => (account === '' ? 'anyone' : 'read')),
  quietSet: button('qs', 'notices', ['account', 'hours'], 'allowed', ({ account }) =>
    account === '' ? 'anyone' : 'notices',
  ),
  /** `zone` is empty to look at the setting. `account` is empty in private chats. */
  zone: button('zn', 'read', ['account', 'zone'], 'allowed', ({ account, zone }) => {
    if (account === '') return 'anyone';
    return zone === '' ? 'read' : 'notices';
  }),
  zoneType: button('zt', 'anyone', []),
  digest: button('dg', 'anyone', []),
  digestOff: button('do', 'anyone', [], 'itself'),
  /** Shows the same servers and domains again the next day. */
  digestLater: button('dz', 'anyone', [], 'itself'),
  digestSet: button('ds', 'anyone', ['on']),
  digestHour: button('dh', 'anyone', ['hour']),
  /** `set` is empty, `y` or `n`, an hour from 0 to 23, or `m` and `w` for with money and without. */
  groupDigest: button('dd', 'notices', ['account', 'set'], 'allowed', ({ set }) =>
    set === 'm' || set === 'w' ? 'limits' : 'notices',
  ),
  groupDigestOff: button('gf', 'notices', ['account'], 'allowed'),
  groupDigestRenew: button('gn', 'spend', ['account', 'chosen'], 'allowed'),
  deleteNow: button('dn', 'anyone', []),
  confirm: button('ok', 'anyone', ['operation'], 'itself'),
  goPast: button('go', 'anyone', ['operation', 'pass'], 'itself'),
  cancel: button('no', 'anyone', ['operation'], 'itself'),
  approve: button('ap', 'anyone', ['operation', 'offer'], 'itself'),
  decline: button('an', 'anyone', ['operation'], 'itself'),
  approveAll: button('apa', 'anyone', ['operation', 'offers'], 'itself'),
  declineAll: button('ana', 'anyone', ['operation'], 'itself'),
  lookAgain: button('la', 'anyone', ['operation'], 'itself'),
  /** `offer` is the number of the confirm with the button: a newer one may have another price. */
  pay: button('py', 'anyone', ['operation', 'offer'], 'itself'),
  said: button('sd', 'anyone', ['operation', 'happened'], 'itself'),
  renew: button('rn', 'spend', ['account', 'server'], 'allowed'),
  /** `days` are empty if they are yet to be typed. */
  renewFor: button('rf', 'spend', ['account', 'server', 'days'], 'allowed'),
  expiring: button('xl', 'read', ['account', 'chosen', 'page'], 'allowed'),
  chooseExpiring: button('xc', 'read', ['account', 'chosen', 'page', 'server'], 'allowed'),
  renewChosen: button('xr', 'spend', ['account', 'chosen', 'via'], 'allowed'),
  renewChosenFor: button('xf', 'spend', ['account', 'chosen', 'days'], 'allowed'),
  /** `operation` is any of them; `offers` are the prices that the screen showed. */
  payAll: button('pa', 'anyone', ['operation', 'offers'], 'itself'),
  cancelAll: button('ca', 'anyone', ['operation'], 'itself'),
  lookAtAll: button('lt', 'anyone', ['operation'], 'itself'),
  upgrade: button('ug', 'spend', ['account', 'server'], 'allowed'),
  buy: button('by', 'spend', ['account'], 'allowed'),
  buyAgain: button('ba', 'spend', ['operation'], 'itself'),
  buyLike: button('bl', 'spend', ['account', 'server'], 'allowed'),
  /** `start` is the place of a starting point in the form. */
  buyStart: button('bs', 'spend', ['start'], 'itself'),
  buyPick: button('bp', 'spend', [], 'itself'),
  buyStarts: button('bt', 'spend', [], 'itself'),
  /** `value` is a number, a system's code or the reference of a location. */
  buyValue: button('bv', 'spend', ['field', 'value'], 'itself'),
  buyField: button('bf', 'spend', ['field'], 'itself'),
  buyReview: button('bw', 'spend', [], 'itself'),
  buyOrder: button('bo', 'spend', [], 'itself'),
  buyLeave: button('bx', 'anyone', [], 'itself'),
  /** `to` holds cores, memory, disk, backups and traffic, separated by points; `-` for an unknown one. */
  upgradeTo: button('ut', 'spend', ['account', 'server', 'to'], 'allowed'),
  upgradeType: button('uy', 'spend', ['account', 'server', 'to', 'resource'], 'allowed'),
  upgradeAsk: button('ua', 'spend', ['account', 'server', 'to'], 'allowed'),
  /** `filter` is `paid` or `all`. */
  orders: button('or', 'anyone', ['filter', 'page']),
  order: button('od', 'anyone', ['operation', 'filter', 'page']),
  teamOrders: button('to', 'read', ['account', 'filter', 'page'], 'allowed'),
  teamOrder: button('tr', 'read', ['account', 'operation', 'filter', 'page'], 'allowed'),
  /** `level` is the letter of a level, then that of the level that the screen showed. */
  protectedServers: button('tp', 'protect', ['account', 'page', 'via'], 'allowed'),
  protectUndo: button('te', 'protect', ['account', 'note', 'page', 'via'], 'allowed'),
  protect: button('tt', 'protect', ['account', 'server', 'level', 'page', 'via'], 'allowed'),
  /** `who` is a member's user id, or `team`. */
  teamLimits: button('tx', 'limits', ['account', 'page', 'via'], 'allowed'),
  teamLimit: button('ty', 'limits', ['account', 'who', 'via'], 'allowed'),
  teamLimitUndo: button('tv', 'limits', ['account', 'who', 'note', 'via'], 'allowed'),
  teamUnlimit: button('tz', 'limits', ['account', 'who', 'currency', 'via'], 'allowed'),
  limit: button('lm', 'account', ['account'], 'allowed'),
  unlimit: button('lu', 'account', ['account', 'currency'], 'allowed'),
  check: button('ck', 'read', ['check', 'page'], 'allowed'),
  checkAsk: button('c0', 'anyone', []),
  checkCancel: button('c1', 'anyone', ['check'], 'itself'),
  checkAgain: button('c2', 'read', ['check'], 'itself'),
  checkFile: button('c3', 'read', ['check'], 'allowed'),
  checkRest: button('c4', 'read', ['check'], 'itself'),
  checkRegister: button('c5', 'spend', ['check', 'at'], 'allowed'),
  checkThese: button('c6', 'read', ['list'], 'allowed'),
  checkUnder: button('c7', 'anyone', ['suffix']),
  favourites: button('dv', 'anyone', []),
  /** `what` is `handle` or `servers`. */
  registerFor: button('d1', 'spend', ['years'], 'allowed'),
  registerAsBefore: button('d2', 'spend', ['what'], 'allowed'),
  registerBack: button('d3', 'anyone', [], 'allowed'),
  registerPrice: button('d4', 'spend', [], 'allowed'),
  registerLeave: button('d5', 'anyone', [], 'allowed'),
  /** `domain` is a name in ASCII. */
  registerName: button('d7', 'spend', ['account', 'domain'], 'allowed'),
  registerAgain: button('d6', 'spend', ['operation'], 'allowed'),
  /** `what` is the question to ask again. */
  registerChange: button('d8', 'spend', ['operation', 'what'], 'allowed'),
  domains: button('dl', 'read', ['account', 'page'], 'allowed'),
  domain: button('dm', 'read', ['account', 'domain'], 'allowed'),
  domainBell: button('db', 'notices', ['account', 'domain', 'on'], 'allowed'),
  domainForget: button('df', 'name', ['account', 'domain'], 'allowed'),
  domainRenew: button('dr', 'spend', ['account', 'domain'], 'allowed'),
  team: button('tm', 'anyone', ['team']),
  teams: button('t0', 'anyone', []),
  teamNew: button('t1', 'anyone', []),
  teamLend: button('t2', 'account', ['account', 'chat', 'topic'], 'itself'),
  teamFound: button('t3', 'account', ['account', 'chat', 'topic'], 'itself'),
  teamJoin: button('t4', 'anyone', ['team'], 'itself'),
  teamEnd: button('t5', 'account', ['team']),
  teamEndNow: button('t6', 'anyone', ['team'], 'itself'),
  teamLeave: button('tl', 'anyone', ['team'], 'itself'),
  teamLeaveNow: button('t9', 'anyone', ['team'], 'itself'),
  teamResume: button('t7', 'account', ['team'], 'itself'),
  teamRestore: button('t8', 'anyone', ['team'], 'itself'),
  members: button('m0', 'read', ['team', 'page']),
  membersAdd: button('m1', 'members', ['team']),
  member: button('m2', 'members', ['team', 'member']),
  /** `role` may be `none`, which removes the member. */
  memberRole: button('m3', 'members', ['team', 'member', 'role'], 'itself'),
  memberUndo: button('m4', 'members', ['team', 'note'], 'itself'),
  /** `role` is `none` to decline. */
  memberAdmit: button('m5', 'members', ['team', 'member', 'role'], 'itself'),
  domainRenewFor: button('dq', 'spend', ['account', 'domain', 'years'], 'allowed'),
  /** `from` is the person whom the screen showed; `hours` is 0 until the next hand-over. */
  onCall: button('oc', 'read', ['account'], 'allowed'),
  takeOnCall: button('ot', 'takeOnCall', ['account', 'from', 'hours'], 'allowed'),
  giveOnCall: button('og', 'takeOnCall', ['account'], 'allowed'),
  onCallUndo: button('ou', 'takeOnCall', ['account', 'note'], 'allowed'),
  /** The handler checks the right: the team may have ended. `from` is a place in the log. */
  audit: button('lo', 'anyone', ['team', 'filter', 'from'], 'allowed'),
  auditLogs: button('ll', 'anyone', ['page'], 'allowed'),
  /** `by` is a server (`s`), a person (`p`) or a day (`d`, `page` counts months). */
  auditPick: button('lp', 'anyone', ['team', 'filter', 'by', 'page'], 'allowed'),
  auditChoose: button('lc', 'anyone', ['team', 'filter', 'by', 'value'], 'allowed'),
  auditFile: button('lf', 'anyone', ['team', 'filter', 'format'], 'itself'),
  rota: button('on', 'rota', ['account', 'set', 'value'], 'allowed'),
  /** `note` refers to the reason; `since` identifies the break-glass to end. */
  breakGlassAsk: button('ga', 'breakGlass', ['account'], 'allowed'),
  breakGlassStart: button('gb', 'breakGlass', ['account', 'note'], 'allowed'),
  breakGlassCancel: button('gx', 'anyone', []),
  breakGlassEnd: button('ge', 'breakGlass', ['account', 'since'], 'itself'),
} as const;

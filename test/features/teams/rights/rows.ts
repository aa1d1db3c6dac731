import type { buttons } from '../../../../src/features/buttons.ts';
import type { Role } from '../../../../src/store/key-value/teams.ts';
import type { Command } from '../../../../src/telegram/ui/command.ts';

/** What DESIGN 14 gives for one thing that a person can tap or type. */
export interface Row {
  /** The lowest role; `anyone` where the team's account is not touched. */
  from: Role | 'anyone';
  /** Arguments of the button in place of the generated ones. */
  with?: Readonly<Record<string, string>>;
  /** What follows the command; `IP` stands for the server's. */
  behind?: string;
  /** What is typed after the tap or command: the server's IP, or a text. */
  types?: 'ip' | (string & {});
  /** The one change at the provider, once the confirm is given. */
  ends?: string;
  /** On a protected server a second person has to approve it. */
  second?: true;
  /** It would end the team: the owner does not try it. */
  endsTeam?: true;
  /** In groups nothing comes of it. */
  onlyPrivate?: true;
}

const anyone: Row = { from: 'anyone' };
const viewer: Row = { from: 'viewer' };
const operator: Row = { from: 'operator' };
const admin: Row = { from: 'admin' };
const owner: Row = { from: 'owner' };
const adminInPrivate: Row = { from: 'admin', onlyPrivate: true };
const ownerInPrivate: Row = { from: 'owner', onlyPrivate: true };
const OS = { os: 'debian12' };

/** Every button. Without its row here a new button does not compile. */
export const BUTTON_ROWS: Record<keyof typeof buttons, Row | readonly Row[]> = {
  home: anyone,
  help: anyone,
  connect: anyone,
  goOn: anyone,
  goOnInstead: anyone,
  again: anyone,
  answerAgain: anyone,
  leave: anyone,
  languages: anyone,
  language: anyone,
  accounts: anyone,
  account: ownerInPrivate,
  useAccount: anyone,
  renameAccount: ownerInPrivate,
  disconnectAccount: ownerInPrivate,
  disconnectNow: { from: 'owner', onlyPrivate: true, endsTeam: true },
  news: anyone,
  chooseNews: anyone,
  servers: viewer,
  serversPage: viewer,
  serversSorted: viewer,
  serversTurn: viewer,
  pick: viewer,
  states: viewer,
  server: viewer,
  details: viewer,
  approveAll: anyone,
  declineAll: anyone,
  team: viewer,
  teams: anyone,
  teamNew: anyone,
  teamLend: owner,
  teamFound: owner,
  teamJoin: anyone,
  teamEnd: owner,
  teamEndNow: { from: 'owner', endsTeam: true },
  teamResume: owner,
  members: viewer,
  membersAdd: owner,
  member: owner,
  memberRole: owner,
  memberUndo: owner,
  memberAdmit: owner,
  teamAccount: viewer,
  teamOrders: viewer,
  teamOrder: viewer,
  replaceToken: ownerInPrivate,
  teamLimits: owner,
  teamLimit: owner,
  teamLimitUndo: owner,
  teamUnlimit: owner,
  onCall: viewer,
  takeOnCall: operator,
  giveOnCall: operator,
  onCallUndo: operator,
  rota: { from: 'admin', with: { set: 'open', value: '' } },
  breakGlassAsk: admin,
  breakGlassStart: admin,
  breakGlassCancel: anyone,
  breakGlassEnd: { from: 'admin', with: { since: 'x' } },
  protectedServers: owner,
  protect: { from: 'owner', with: { level: 'c' } },
  nameServer: owner,
  unnameServer: owner,
  power: [
    { from: 'operator', with: { action: 'reboot' }, ends: 'server.action' },
    { from: 'operator', with: { action: 'off' }, ends: 'server.action', second: true },
  ],
  graph: viewer,
  graphData: viewer,
  more: viewer,
  console: operator,
  rescue: admin,
  attach: { from: 'admin', with: { disk: 'finnix' }, ends: 'server.rescue', second: true },
  eject: { from: 'admin', ends: 'server.eject', second: true },
  snapshots: viewer,
  snapshot: viewer,
  snapshotAct: [
    {
      from: 'admin',
      with: { action: 'restore' },
      types: 'ip',
      ends: 'snapshot.restore',
      second: true,
      onlyPrivate: true,
    },
    { from: 'admin', with: { action: 'delete' }, ends: 'snapshot.delete', second: true },
  ],
  newSnapshot: { from: 'operator', types: 'typed-name', ends: 'snapshot.create' },
  takeSnapshot: { from: 'operator', with: { name: 'given-name' }, ends: 'snapshot.create' },
  snapshotFirst: { from: 'operator', with: OS, types: 'typed-name', ends: 'snapshot.create' },
  takeSuggested: { from: 'operator', with: OS, ends: 'snapshot.create' },
  backups: viewer,
  backup: viewer,
  backupAct: [
    {
      from: 'admin',
      with: { action: 'restore' },
      types: 'ip',
      ends: 'backup.restore',
      second: true,
      onlyPrivate: true,
    },
    { from: 'admin', with: { action: 'delete' }, ends: 'backup.delete', second: true },
  ],
  newBackup: { from: 'operator', ends: 'backup.create' },
  reinstall: admin,
  reinstallWith: { from: 'admin', with: OS },
  reinstallNow: { from: 'admin', with: OS, types: 'ip', ends: 'server.os', second: true, onlyPrivate: true },
  password: admin,
  passwordMake: { from: 'admin', ends: 'server.password', onlyPrivate: true },
  passwordOwn: { from: 'admin', types: 'Long-enough.42x', ends: 'server.password', onlyPrivate: true },
  sshKey: { from: 'admin', types: 'key', ends: 'server.ssh-key', onlyPrivate: true },
  deleteNow: anyone,
  confirm: anyone,
  goPast: anyone,
  cancel: anyone,
  approve: anyone,
  decline: anyone,
  lookAgain: anyone,
  pay: anyone,
  said: anyone,
  renew: admin,
  renewFor: { from: 'admin', with: { days: '30' }, ends: 'cloud.renew', onlyPrivate: true },
  expiring: viewer,
  chooseExpiring: viewer,
  renewChosen: admin,
  renewChosenFor: admin,
  payAll: anyone,
  cancelAll: anyone,
  lookAtAll: anyone,
  upgrade: admin,
  buy: adminInPrivate,
  buyAgain: adminInPrivate,
  buyLike: adminInPrivate,
  buyStart: admin,
  buyPick: admin,
  buyStarts: admin,
  buyValue: admin,
  buyField: admin,
  buyReview: admin,
  buyOrder: admin,
  buyLeave: anyone,
  upgradeTo: admin,
  upgradeType: admin,
  upgradeAsk: { from: 'admin', with: { to: '9.99.999.9.9' }, ends: 'cloud.upgrade', onlyPrivate: true },
  orders: anyone,
  order: anyone,
  limit: ownerInPrivate,
  unlimit: ownerInPrivate,
  check: viewer,
  checkAsk: anyone,
  checkCancel: anyone,
  checkAgain: viewer,
  checkFile: viewer,
  checkRest: viewer,
  checkRegister: admin,
  checkThese: viewer,
  favourites: anyone,
  registerFor: admin,
  registerAsBefore: admin,
  registerBack: anyone,
  registerPrice: admin,
  registerLeave: anyone,
  registerAgain: admin,
  domains: viewer,
  domain: viewer,
  // Another domain: that of the account is renewed afterwards.
  domainForget: { from: 'owner', with: { domain: 'another' } },
  domainRenew: admin,
  audit: admin,
  auditLogs: admin,
  auditPick: { from: 'admin', with: { by: 's' } },
  auditChoose: { from: 'admin', with: { by: 'd', value: '20000' } },
  auditFile: { from: 'admin', with: { format: 'csv' } },
  domainRenewFor: { from: 'admin', with: { years: '1' }, ends: 'domain.renew', onlyPrivate: true },
};

/** Every command. */
export const COMMAND_ROWS: Record<Command | 'start', Row | readonly Row[]> = {
  start: anyone,
  help: anyone,
  cancel: anyone,
  language: anyone,
  group: anyone,
  connect: anyone,
  accounts: anyone,
  servers: viewer,
  status: viewer,
  server: { from: 'viewer', behind: 'IP' },
  graph: { from: 'viewer', behind: 'IP' },
  orders: viewer,
  check: { from: 'viewer', behind: 'free.com' },
  price: { from: 'viewer', behind: 'com' },
  domain: viewer,
  reboot: { from: 'operator', behind: 'IP', ends: 'server.action' },
  // It is on already.
  on: { from: 'operator', behind: 'IP' },
  off: { from: 'operator', behind: 'IP', ends: 'server.action', second: true },
  console: { from: 'operator', behind: 'IP' },
  rescue: { from: 'admin', behind: 'IP' },
  snapshot: { from: 'operator', behind: 'IP by-command', ends: 'snapshot.create' },
  buy: admin,
  renew: { from: 'admin', behind: 'IP' },
  upgrade: { from: 'admin', behind: 'IP' },
  register: { from: 'admin', behind: 'free.com' },
  protect: owner,
  team: anyone,
  members: viewer,
  role: owner,
  oncall: viewer,
  audit: admin,
  breakglass: { from: 'admin', behind: 'fire' },
};

/** Plain words that mean a command. In groups the bot is not addressed by them. */
export const WORD_ROWS: Record<string, Row> = {
  'restart IP': { from: 'operator', ends: 'server.action', onlyPrivate: true },
  'ری‌استارت IP': { from: 'operator', ends: 'server.action', onlyPrivate: true },
  'turn off IP': { from: 'operator', ends: 'server.action', second: true, onlyPrivate: true },
  'renew IP': { from: 'admin', onlyPrivate: true },
  'rescue IP': { from: 'admin', onlyPrivate: true },
};

/** Cities that people may type in their own language. */
export const CITIES = [
  ...[
    'Asia/Tehran',
    'Asia/Dubai',
    'Europe/Istanbul',
    'Asia/Baghdad',
    'Asia/Kabul',
    'Europe/Berlin',
    'Europe/Amsterdam',
  ],
  ...['Europe/Paris', 'Europe/London', 'Europe/Moscow', 'America/Toronto', 'America/New_York', 'America/Los_Angeles'],
];
export const OFFERED_ZONES = [
  ...['Asia/Tehran', 'Asia/Dubai', 'Europe/Istanbul', 'Europe/Berlin', 'Europe/London', 'America/New_York'],
  ...['America/Los_Angeles', 'UTC'],
];

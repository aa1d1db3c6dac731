import type { Handlers } from './handlers.ts';

export const profile: Handlers = {
  getMe: (_args, cloud) => cloud.bot,
  logOut: () => true,
  close: () => true,
  getMyName: (args, cloud) => ({ name: cloud.profile.get('name', args.language_code) }),
  setMyName: (args, cloud) => cloud.profile.set('name', args.name ?? '', args.language_code),
  getMyDescription: (args, cloud) => ({ description: cloud.profile.get('description', args.language_code) }),
  setMyDescription: (args, cloud) => cloud.profile.set('description', args.description ?? '', args.language_code),
  getMyShortDescription: (args, cloud) => ({ short_description: cloud.profile.get('about', args.language_code) }),
  setMyShortDescription: (args, cloud) => cloud.profile.set('about', args.short_description ?? '', args.language_code),
};

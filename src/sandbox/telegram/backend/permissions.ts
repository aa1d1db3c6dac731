/** Source: TDLib `DialogParticipant.cpp`, and `Client.cpp`, `get_chat_permissions` */
import type { ChatAdministratorRights, ChatPermissions } from 'grammy/types';

export type Permissions = Required<ChatPermissions>;
export type AdministratorRights = Omit<
  Required<ChatAdministratorRights>,
  'can_post_messages' | 'can_edit_messages' | 'can_manage_direct_messages'
>;

/** A person who is more or less than a member. `until` is epoch seconds; 0 means never. */
export type Standing =
  | {
      status: 'administrator';
      rights: AdministratorRights;
      /** The bot may change only its own administrators. */
      byBot: boolean;
    }
  | { status: 'restricted'; permissions: Permissions; until: number }
  | { status: 'kicked'; until: number };

function media(may: boolean) {
  return {
    can_send_audios: may,
    can_send_documents: may,
    can_send_photos: may,
    can_send_videos: may,
    can_send_video_notes: may,
    can_send_voice_notes: may,
  };
}

/** All rights to send, or none. */
export function sending(may: boolean): Permissions {
  return {
    can_send_messages: may,
    ...media(may),
    can_send_polls: may,
    can_send_other_messages: may,
    can_add_web_page_previews: may,
    can_react_to_messages: may,
    can_edit_tag: false,
    can_change_info: false,
    can_invite_users: false,
    can_pin_messages: false,
    can_manage_topics: false,
  };
}

export const ALL_PERMISSIONS: Permissions = {
  ...sending(true),
  can_edit_tag: true,
  can_change_info: true,
  can_invite_users: true,
  can_pin_messages: true,
  can_manage_topics: true,
};

/** Rights that a call leaves out are not given, except three that follow others. @param independent no right brings others with it */
export function permissionsOf(given: ChatPermissions = {}, independent = false): Permissions {
  const { can_send_messages = false, can_pin_messages = false } = given;
  const bringsMedia = !independent && (given.can_send_other_messages || given.can_add_web_page_previews);
  const bringsText = bringsMedia || (!independent && given.can_send_polls);
  return {
    ...sending(false),
    can_react_to_messages: can_send_messages,
    can_edit_tag: can_pin_messages,
    can_manage_topics: can_pin_messages,
    ...given,
    ...(bringsMedia ? media(true) : {}),
    ...(bringsText ? { can_send_messages: true } : {}),
  };
}

export const NO_ADMINISTRATOR: AdministratorRights = {
  is_anonymous: false,
  can_manage_chat: false,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_manage_tags: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_pin_messages: false,
  can_manage_topics: false,
  can_send_welcome_messages: false,
};

const LEAST_S = 30;
const MOST_S = 366 * 86_400;

/** A restriction of under 30 seconds or over 366 days never ends. @param now epoch seconds */
export function untilOf(now: number, date = 0): number {
  const left = date - now;
  return left < LEAST_S || left > MOST_S ? 0 : date;
}

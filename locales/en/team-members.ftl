team-choose-account = 👥 Which account do you want to share with a team?
team-all-lent = 👥 All your accounts are already shared:
team-lent-to = { $account } → { $group }
team-choose-group = 👥 { $account }: choose the team’s group with the button below. The bot joins it if needed.
team-group-chosen = Group: { $group }
team-go-on-private = 👥 Continue in the private chat: only you should see your accounts.
team-only-account = your account
team-confirm =
    👥 Share { $account } with the group { $group }?

    • Members see all its servers, with the names you gave, and everything ordered with the account.
    • Operators can also power on, power off, restart, open the console, and create snapshots and backups.
    • Admins can also restore and reinstall servers, delete snapshots and backups, use rescue disks, set passwords and SSH keys, and <b>buy from your balance</b>: up to a limit you set, or with your or another admin’s approval. You give the roles.
    • Nobody sees or gets your token.
    • From now on this group uses only this account.
team-confirm-topic =
    👥 Share { $account } with the topic { $group }?

    • Members see all its servers, with the names you gave, and everything ordered with the account.
    • Operators can also power on, power off, restart, open the console, and create snapshots and backups.
    • Admins can also restore and reinstall servers, delete snapshots and backups, use rescue disks, set passwords and SSH keys, and <b>buy from your balance</b>: up to a limit you set, or with your or another admin’s approval. You give the roles.
    • Nobody sees or gets your token.
    • From now on this topic uses only this account.
team-confirm-forum = This is for the whole group. For a team of one topic, send /team in that topic.
team-account-lent = This account is already shared with a team. Your teams: /team
team-chat-taken = This group already has a team. Another team needs another group or topic.
team-no-administrator = Only an administrator of the group can set up a team there. Ask one to make you an administrator, then send /team again.
team-too-often = You have set up { $most } teams within 24 hours. Try again tomorrow.
team-confirm-ends = Sharing also ends the team of { $owner }, who has left the group.
team-replaced = 👥 { $person } has set up another team in { $group }, which you had left. Your team there has ended: its members can no longer use your account.
team-bot-absent = The bot is not in that group. Add it there, then choose the group again with /team
team-owner-absent = You are not in that group. Join it, then choose it again with /team
team-owner-unclear = The bot can’t check whether you are in that group. Make the bot an administrator of the group, then send /team again.
team-no-group = A team needs a group. A channel can’t have one.
team-here = 👥 { $owner } has set up a team. From now on a shared account is used here. To use it, ask for a role:
team-created = ✅ The team of { $group } is set up. Its admins buy from your balance: set the team’s limit next.
team-ready = ✅ The team of { $group } is ready.
team-next =
    Next, in the group:
    • /members – roles
    • /protect – servers that need a second person’s approval
    • /oncall – who is on call
    • /team – the whole team, and the team’s limit for purchases

members-choose = 👤 Choose up to { $most } people of { $group }. They begin as viewers; you change that with one tap.
members-chosen = { $count ->
    [one] One person chosen.
   *[other] { $count } people chosen.
  }
members-added = ✅ Added as viewers: { $people }
members-known = Already members: { $people }
members-outside = Not in the group, so not added: { $people }. Add them to the group first.
members-unclear = Not added, because the bot can’t check whether they are in the group: { $people }. Make the bot an administrator of the group and try again.
members-welcome = 👥 New in the team, as viewers: { $people }
members-roles = 👥 Roles:
members-add-private = Choose new members in the private chat. Or reply to one of their messages here with /role operator
members-add-expired = Nobody was added: choosing took too long. Send /members and begin again.
member-line = { $name } · { $role }
member-added = ✅ { $name } is in the team now: { $role }
member-changed = ✅ { $name }: { $before } → { $after }
member-off-rota = 📟 They are no longer in the on-call schedule either.
member-removed = ✅ { $name } is no longer in the team.
member-you-removed = 👥 You are no longer in the team of { $group }: you can no longer use its account and servers.
member-you-returned = 👥 You are in the team of { $group } again, with the same role as before.
member-refused-owner = The owner’s role can’t be changed or handed over. Someone else can set up a team with an account of their own and own that team.
member-refused-full = The team is full: 200 members at most.
member-refused-absent = This person is no longer in the team.
member-refused-outdated = Nothing was changed: the members have changed in the meantime. See /members
member-refused-bot = A bot can’t be a member.
member-refused-outside = This person is not in the team’s group. Add them to the group first.
member-refused-unclear = The bot can’t check whether this person is in the group. Make the bot an administrator of the group and try again.
join-asked = ✅ Request sent to the owner. A message comes here when you are in the team.
join-waits = You have already asked. The owner has to decide.
join-member = You are already in the team.
join-full = Too many requests are waiting. Ask the owner to answer those first.
join-request = 🙋 { $name } wants to join the team of { $group }. With which role?
join-request-gone = This request was answered already.
join-declined = ✖️ { $name } was declined.

button-team-group = 👥 Choose the group
button-team-lend = ✅ Share the account
button-team-join = 🙋 Join the team
button-team-show = 👥 The team
button-members-choose = 👤 Choose people
button-members-more = ➕ Add members
button-done = ✔️ Done

team = 👥 The team of { $group }
teams = 👥 Your teams:
team-account = Account: { $account } · owner: { $owner }
team-account-of = Owner of the account: { $owner }
team-members = Members: { $members }
team-count = { $role } { $count }
team-protected = Protected servers: { $count }
team-on-call = On call: { $name }
team-requests = 🙋 Waiting for your answer: { $count }
team-paused-ownerLeft = ⏸ Paused: the owner left the group.
team-paused-botLeft = ⏸ Paused: the bot is not in the group.
team-owner-left = ⏸ The team’s owner has left the group: nobody can use the team’s account until the owner is back.
team-you-left = ⏸ You have left the group { $group }, so its team is paused and nobody there can use your account. Join the group again, then tap “Resume the team”.
team-bot-left = ⏸ The bot was removed from the group { $group }, so its team is paused. Add the bot again: it checks who is still there, and the team continues.
team-resumed = ▶️ The team of { $group } is resumed.
team-resumed-here = ▶️ The team is resumed. Members who left this group no longer have a role.
team-resume-away = You are not in the team’s group. Join it, then press again.
team-resume-unclear = The team stays paused: the bot can’t check who is in the group. Add the bot to the group, best as a group administrator, then press again.
teams-none = You are in no team. Create one with /team
team-none-here = This group has no team. An account’s owner sets one up with /team
teams-which = Which team?
team-leave-ask =
    Leave the team of { $group }?

    • You lose access to its account and servers at once.
    • Your role, your limit in the team and your turns on call are deleted.
    • You stay in the group, but only the owner can add you to the team again.
team-left = ✅ You left the team of { $group }. If that was a mistake, the owner has 24 hours to bring you back.
button-bring-back = ↩️ Bring back
team-left-by = 👥 { $person } left the team of { $group } and no longer has access.
team-leave-owner = The owner can’t leave the team, only end it.
team-end-ask =
    End the team of { $group }?

    • Its members lose their access at once.
    • Requests waiting for approval are not sent. Running operations continue.
    • Your account, its servers and the Telegram group stay as they are.
    • You can undo it for 24 hours: roles, limits, the on-call schedule and protected servers come back; requests for approval or to join do not.
team-ended = The team of { $group } has ended. Its members no longer have access. You can undo it for 24 hours.
team-restored =
    { $gone ->
        [0] ✅ The team of { $group } is back, with its members ({ $count }) and their roles.
       *[other] ✅ The team of { $group } is back, with its members ({ $count }) and their roles. Not back, because they left the group: { $gone }.
    }
team-restored-here = 👥 { $owner } undid the end of the team: everyone who is still in this group has the same role again.
team-ended-here = 👥 { $owner } has ended the team. Here everybody works with their own account again.
members = 👥 { $group }: { $count ->
    [one] one member
   *[other] { $count } members
  }
member-asks = 🙋 { $name }
member-button = { $name } · { $role }
member-refused-anonymous = That message does not show who wrote it. Reply to one that the person wrote as themselves.
role-by-reply = Or reply to a message of the person with /role viewer, /role operator or /role admin. /role none removes them.
role-nobody = No member is called { $wanted }: members are known by first name, not by username. Tap the person below, or reply to one of their messages with /role operator
role-several = Several members are called { $wanted }. Which one?
role-unknown = Which role? /role viewer, /role operator or /role admin. /role none removes the person.

# What an owner types behind /role and /members, separated by commas. They are read and never shown.
role-words-viewer = viewer, view, read, reader, guest
role-words-operator = operator, op, ops
role-words-admin = admin, administrator
role-words-owner = owner
role-words-none = none, remove, delete, kick, out, no
role-words-add = add, new, member

button-teams = 👥 Your teams
button-team-new = ➕ New team
button-team-end = End the team
button-team-end-now = Yes, end the team
button-team-leave = Leave the team
button-team-leave-now = Yes, leave the team
button-team-resume = ▶️ Resume the team
button-members = 👥 Members
button-member-remove = Remove from the team

command-team = Your team: set it up, show it
command-members = Members of the team and their roles
command-role = Give a member a role

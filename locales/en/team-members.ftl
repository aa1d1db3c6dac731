team-choose-account = 👥 Which account do you lend to a team?
team-all-lent = 👥 All your accounts are lent already:
team-lent-to = { $account } → { $group }
team-choose-group = 👥 { $account }: choose the group of the team with the key below. I join it if I am not there yet.
team-group-chosen = Group: { $group }
team-go-on-private = 👥 Go on in the private chat: only you should see your accounts.
team-only-account = your account
team-confirm =
    👥 Lend { $account } to the group { $group }?

    • All of its servers, as you named them, and what is ordered with it.
    • Each member may do only what their role allows. You give the roles.
    • Nobody sees or gets your token.
    • From then on this group works with this account only.
team-confirm-topic =
    👥 Lend { $account } to the topic { $group }?

    • All of its servers, as you named them, and what is ordered with it.
    • Each member may do only what their role allows. You give the roles.
    • Nobody sees or gets your token.
    • From then on this topic works with this account only.
team-confirm-forum = This is for the whole group. For a team of one topic, send /team in that topic.
team-account-lent = This account is lent to a team already. Your teams: /team
team-chat-taken = This group has a team already. Another one needs a group or topic of its own.
team-no-administrator = Only an administrator of the group can set up a team there. Ask one to make you an administrator, then send /team again.
team-too-often = You have set up { $most } teams within 24 hours. Try again tomorrow.
team-confirm-ends = The team of { $owner }, who left the group, ends with it.
team-replaced = 👥 { $person } has set up another team in { $group }, which you had left. Your team there has ended: its members have no access to your account any more.
team-bot-absent = I am not in that group. Add me there, then choose it again with /team
team-owner-absent = You are not in that group. Join it, then choose it again with /team
team-owner-unclear = Telegram does not tell me whether you are in that group. Make me an administrator there, then send /team again.
team-no-group = A team needs a group. A channel can’t have one.
team-here = 👥 { $owner } has set up a team: from now on a shared account is used here. To use it, ask for a role:
team-created = ✅ The team of { $group } is set up.
team-ready = ✅ The team of { $group } is ready.
team-next =
    Next, in the group:
    • /protect – servers that need a second person
    • /members – roles and limits
    • /oncall – who is on call
    • /team – the whole team

members-choose = 👤 Choose up to { $most } people of { $group }. They begin as viewers; you change that with one tap.
members-chosen = { $count ->
    [one] One person chosen.
   *[other] { $count } people chosen.
  }
members-added = ✅ Added as viewers: { $people }
members-known = Members already: { $people }
members-outside = Not in the group, so not added: { $people }. Add them to the group first.
members-unclear = Telegram does not tell me whether they are in the group, so not added: { $people }. Make me an administrator there and try again.
members-welcome = 👥 New in the team, as viewers: { $people }
members-roles = 👥 Roles:
members-add-private = Choose new members in the private chat. Or answer a message of theirs here with /role operator
members-add-expired = This took too long. Send /members and begin again.
member-line = { $name } · { $role }
member-added = ✅ { $name } is in the team now: { $role }
member-changed = ✅ { $name }: { $before } → { $after }
member-off-rota = 📟 This also takes them off the rota.
member-removed = ✅ { $name } is no longer in the team.
member-you-removed = 👥 You are no longer in the team of { $group }: you can’t use its account and servers any more.
member-you-returned = 👥 You are in the team of { $group } again, with the same role as before.
member-refused-owner = The owner’s role can’t be changed or handed over. Another owner sets up a team with an account of their own.
member-refused-full = The team is full: 200 members at most.
member-refused-absent = This person is not in the team any more.
member-refused-outdated = Something has changed since. Look at /members
member-refused-bot = A bot can’t be a member.
member-refused-outside = This person is not in the team’s group. Add them to the group first.
member-refused-unclear = Telegram does not tell me whether this person is in the group. Make me an administrator there and try again.
join-asked = The owner was asked. You will read here when you are in.
join-waits = You have asked already. The owner has to decide.
join-member = You are in the team already.
join-full = Too many people are waiting already. Ask the owner to answer them first.
join-request = 🙋 { $name } wants to join the team of { $group }. With which role?
join-request-gone = This request was answered already.
join-declined = ✖️ { $name } was declined.

button-team-group = 👥 Choose the group
button-team-lend = ✅ Lend it
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
team-paused-botLeft = ⏸ Paused: I am not in the group.
team-owner-left = ⏸ The team’s owner has left the group: nobody can use the team’s account until the owner is back.
team-you-left = ⏸ You have left the group { $group }, so its team is paused and nobody there can use your account. Join the group again, then tap “Resume the team”.
team-bot-left = ⏸ I was removed from the group { $group }, so its team is paused. Add me again: then I check who is still there and go on.
team-resumed = ▶️ The team of { $group } is resumed.
team-resumed-here = ▶️ The team is resumed. Members who left this group have no role any more.
team-resume-away = You are not in the team’s group. Join it, then press again.
team-resume-unclear = Telegram does not tell me who is in the group, so the team stays paused. Add me to it, best as an administrator, then press again.
teams-none = You are in no team. Set one up with /team
team-none-here = This group has no team. An account’s owner sets one up with /team
teams-which = Which team?
team-leave-ask =
    Leave the team of { $group }?

    • You lose access to its account and servers at once.
    • Your role, spending limit and turns on call are gone.
    • You stay in the group, but only the owner can add you to the team again.
team-left = ✅ You left the team of { $group }. If that was a mistake, the owner can bring you back for 24 hours.
button-bring-back = ↩️ Bring back
team-left-by = 👥 { $person } left the team of { $group } and has no access any more.
team-leave-owner = The owner can’t leave the team, only end it.
team-end-ask =
    End the team of { $group }?

    • Its members lose their access at once.
    • What waits for approval is not sent. What is under way runs to its end.
    • Your account and its servers stay as they are.
    • You can undo it for 24 hours: roles, limits, the rota and protected servers come back; what waited for approval and requests to join do not.
team-ended = The team of { $group } has ended. Its members have no access any more. You can undo it for 24 hours.
team-restored =
    { $gone ->
        [0] ✅ The team of { $group } is back, with all { $count } members and their roles.
       *[other] ✅ The team of { $group } is back, with { $count } members and their roles. { $gone } had left the group.
    }
team-restored-here = 👥 { $owner } undid the end of the team: who is still in this group has the same role again.
team-ended-here = 👥 { $owner } has ended the team. Here everybody works with their own account again.
members = 👥 { $group }: { $count ->
    [one] one member
   *[other] { $count } members
  }
member-asks = 🙋 { $name }
member-button = { $name } · { $role }
member-refused-anonymous = I can’t tell who wrote that message: answer one that the person wrote as themselves.
role-by-reply = Or answer a message of the person with /role viewer, /role operator or /role admin. /role none removes them.
role-nobody = I find no member called { $wanted }: I know members by first name, not by username. Tap the person below, or answer a message of theirs with /role operator
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
button-team-end-now = Yes, end it
button-team-leave = Leave the team
button-team-leave-now = Yes, leave it
button-team-resume = ▶️ Resume the team
button-members = 👥 Members
button-member-remove = Remove from the team

command-team = Your team: set it up, show it
command-members = Members of the team and their roles
command-role = Give a member a role

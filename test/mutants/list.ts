/** A change of one line of the source that some test has to notice. */
export interface Mutant {
  /** Below `src/`. */
  file: string;
  /** Text that stands once in the file. */
  was: string;
  becomes: string;
  /** The tests that notice it, as Vitest filters files: words of their paths. */
  tests: string;
}

export const MUTANTS: readonly Mutant[] = [
  // Doing a thing once
  {
    file: 'operations/send.ts',
    was: "return SURELY_NOT_DONE.has(setback.kind) ? 'refused' : 'unknown';",
    becomes: "return SURELY_NOT_DONE.has(setback.kind) ? 'refused' : 'ready';",
    tests: 'features/servers/lost-answers',
  },
  {
    file: 'operations/send.ts',
    was: "return late ? { setback: { kind: 'notSent' } } : ask(hosting, operation);",
    becomes: 'return ask(hosting, operation);',
    tests: 'test/operations',
  },
  {
    file: 'operations/send.ts',
    was: "...withoutSecret(before, answer.secret, state === 'unknown'),",
    becomes: '...{},',
    tests: 'operations/secrets features/servers/credentials/password',
  },
  {
    file: 'operations/pricing.ts',
    was: 'const repriced = !same(quote, claimed.quote);',
    becomes: 'const repriced = false;',
    tests: 'test/operations features/shop/money features/shop/renew',
  },
  {
    file: 'operations/pricing.ts',
    was: 'return shown !== undefined && quote.total === shown.total && quote.currency === shown.currency;',
    becomes: 'return shown !== undefined && quote.total === shown.total;',
    tests: 'features/shop/money features/shop/renew operations/payment',
  },
  {
    file: 'operations/pricing.ts',
    was: "if (allowance === 'unclear')",
    becomes: 'if (allowance === undefined)',
    tests: 'features/shop/limit operations/payment',
  },
  {
    file: 'operations/pricing.ts',
    was: 'if (allowance && exceeds(allowance, { ...operation, quote }, sent))',
    becomes: 'if (allowance && exceeds(allowance, operation, []))',
    tests: 'test/operations features/shop/limit features/domains/limit',
  },
  {
    file: 'operations/pricing.ts',
    was: 'if (duplicateAt !== undefined && duplicateAt > (operation.duplicateAt ?? 0))',
    becomes: 'if (duplicateAt === -1)',
    tests: 'features/shop/duplicates',
  },
  {
    file: 'operations/pricing.ts',
    was: 'guard: (operation, view) => guardClaim(operation, view, { at, quote }),',
    becomes: 'guard: async () => undefined,',
    tests: 'features/teams/protection/spending-limits features/teams/rights/lost-rights',
  },
  {
    file: 'operations/pricing.ts',
    was: 'if (claimedAt !== undefined && at - claimedAt > LONGEST_QUOTING_MS)',
    becomes: 'if (claimedAt === -1)',
    tests: 'features/operations/forged operations',
  },
  {
    file: 'operations/claims/claims.ts',
    was: "to: 'unknown',",
    becomes: "to: 'ready',",
    tests: 'operations/claims operations/settle',
  },
  {
    file: 'operations/claims/guard.ts',
    was: "if (operation.team === undefined) return (await view.lentTo()) && notAllowed({ may: 'no', reason: 'lent' }, at);",
    becomes: 'if (operation.team === undefined) return undefined;',
    tests: 'features/teams/accounts operations/approvals',
  },
  {
    file: 'operations/claims/guard.ts',
    was: "if (approver && !isApproved && team) return 'no';",
    becomes: "if (approver && !team) return 'no';",
    tests: 'operations/approvals features/teams/approvals',
  },
  {
    file: 'operations/claims/guard.ts',
    was: 'return new Set(others.map((each) => togetherWith(each).join())).size >= MOST_REQUESTS;',
    becomes: 'return new Set(others.map((each) => togetherWith(each).join())).size > MOST_REQUESTS;',
    tests: 'features/teams/approvals operations/approvals',
  },
  {
    file: 'operations/claims/guard.ts',
    was: 'return quote && { ...quote, total: same.reduce((sum, { total }) => sum + total, quote.total) };',
    becomes: 'return quote;',
    tests: 'features/teams/protection/spending-limits features/shop/renew',
  },
  {
    file: 'operations/claims/guard.ts',
    was: 'const { by: _, of: __, askedAt: ___, ...shown } = approval;',
    becomes: 'const { of: __, askedAt: ___, ...shown } = approval;',
    tests: 'features/teams/approvals operations/approvals',
  },
  {
    file: 'operations/claims/guard.ts',
    was: "return verdict === 'no' ? (team?.ownerId ?? teamOwner) : userId;",
    becomes: 'return userId;',
    tests: 'features/teams/rights/lost-rights features/teams/members operations/secrets',
  },
  {
    file: 'operations/claims/guard.ts',
    was: 'expiresAt: at + APPROVAL_LIFE_MS,',
    becomes: 'expiresAt: at + 100 * APPROVAL_LIFE_MS,',
    tests: 'features/teams/approvals operations/approvals',
  },
  {
    file: 'operations/advance.ts',
    was: "if (over) return move(operation, 'expired', { ...over, durability: 'relaxed' });",
    becomes:
      "if (over && operation.state === 'waiting') return move(operation, 'expired', { ...over, durability: 'relaxed' });",
    tests: 'features/operations/confirm features/operations/times operations',
  },
  {
    file: 'operations/advance.ts',
    was: 'const freed = await stay(operation, { edit: (before) => withoutSecret(before, undefined, true) });',
    becomes: 'const freed = await stay(operation, {});',
    tests: 'operations/secrets',
  },
  {
    file: 'operations/advance.ts',
    was: 'if (current.state !== operation.state || !jobLease.isHeld()) return undefined;',
    becomes: 'if (current.state !== operation.state) return undefined;',
    tests: 'operations/replicas operations/delivered',
  },
  {
    file: 'operations/message.ts',
    was: 'if (other.id === operation.id || KINDS[other.kind].quote || !isUngiven(other)) return false;',
    becomes: 'if (other.id === operation.id || !isUngiven(other)) return false;',
    tests: 'features/one-message features/shop/duplicates operations/message',
  },
  {
    file: 'operations/message.ts',
    was: 'ledger.move(each.id, { from: [state], heldUntil: each.dueAt, ...closed(each, WITHDRAWN, at) }),',
    becomes: 'ledger.move(each.id, { from: [state], ...closed(each, WITHDRAWN, at) }),',
    tests: 'operations/one-person operations/late-taps features/operations/many',
  },
  {
    file: 'operations/message.ts',
    was: 'expiresAt: Math.min(expiresAt, at - LATE_MS),',
    becomes: 'expiresAt,',
    tests: 'operations/late-taps features/operations',
  },
  // Rights
  {
    file: 'teams/rights.ts',
    was: 'return spent + total > most;',
    becomes: 'return spent + total >= most;',
    tests: 'teams/rights features/teams/protection/spending-limits',
  },
  {
    file: 'teams/rights.ts',
    was: "if (team.paused && !mayWhilePaused(team, member, place, action)) return no('paused');",
    becomes: "if (team.paused && action === 'read') return no('paused');",
    tests: 'teams/rights',
  },
  {
    file: 'teams/rights.ts',
    was: "return approver !== asker && roleMay(member.role, 'approve') ? YES : lacksRole('approve');",
    becomes: "return roleMay(member.role, 'approve') ? YES : lacksRole('approve');",
    tests: 'teams/rights operations/approvals',
  },
  {
    file: 'teams/rights.ts',
    was: "return role === 'owner' || chatId === userId || chatId === team.chatId;",
    becomes: 'return true;',
    tests: 'teams/rights',
  },
  {
    file: 'teams/rights.ts',
    was: 'if (!protection || isBreakGlassOn(team, now)) return undefined;',
    becomes: 'if (!protection || team.breakGlass) return undefined;',
    tests: 'teams/rights',
  },
  {
    file: 'teams/rights.ts',
    was: 'return breakGlass !== undefined && now < breakGlass.until && mayBreakGlass(team, breakGlass.by);',
    becomes: 'return breakGlass !== undefined && now < breakGlass.until;',
    tests: 'teams/rights features/teams/protection',
  },
  {
    file: 'teams/rights.ts',
    was: '.filter(({ sentAt = 0 }) => sentAt >= now - SPENDING_MS)',
    becomes: '.filter(({ sentAt = 0 }) => sentAt >= now)',
    tests: 'teams/rights features/teams/protection/spending-limits',
  },
  {
    file: 'teams/rights.ts',
    was: "if (ofTeam === 'unclear') return no('limitUnclear');",
    becomes: "if (ofTeam === 'unclear') return undefined;",
    tests: 'teams/rights',
  },
  {
    file: 'teams/members.ts',
    was: "if (id === team.ownerId) return 'owner';",
    becomes: "if (id === -1) return 'owner';",
    tests: 'teams/members features/teams/members',
  },
  {
    file: 'teams/members.ts',
    was: "if (!isSoStill(team, changed)) return 'outdated';",
    becomes: "if (userId === -1) return 'outdated';",
    tests: 'teams/members features/teams/rights/real-changes',
  },
  {
    file: 'teams/members.ts',
    was: 'if (team.onCall?.userId === userId) delete team.onCall;',
    becomes: 'if (userId === -1) delete team.onCall;',
    tests: 'teams features/teams/on-call',
  },
  {
    file: 'telegram/access/require-right.ts',
    was: "if (reason) return new NotAllowed({ may: 'no', reason }, await refusedAction(services, team, action, named));",
    becomes:
      "if (reason === 'unsure') return new NotAllowed({ may: 'no', reason }, await refusedAction(services, team, action, named));",
    tests: 'features/teams/members/leaving features/teams',
  },
  {
    file: 'telegram/access/require-right.ts',
    was: 'if (access.team) await requireInTeam(ctx, access.team, right, server);',
    becomes: "if (access.team && right === 'read') await requireInTeam(ctx, access.team, right, server);",
    tests: 'features/teams/rights',
  },
  // Secrets
  {
    file: 'telegram/secrets/deletion.ts',
    was: 'await ctx.deleteMessage();',
    becomes: 'await Promise.resolve();',
    tests: 'features/account/secrets features/account/connect',
  },
  {
    file: 'telegram/secrets/delivery.ts',
    was: 'protect_content: true,',
    becomes: 'protect_content: false,',
    tests: 'features/servers/console features/account/secrets features/servers',
  },
  {
    file: 'telegram/secrets/delivery.ts',
    was: "await reminders.schedule({ what: 'secret', chatId, topicId: undefined, messageId }, SECRET_LIFE_MS);",
    becomes: 'await Promise.resolve();',
    tests: 'features/servers/console features/servers',
  },
  {
    file: 'features/common/input/unsolicited-secret.ts',
    was: 'if (isConnecting(ctx) || bare) void deleteSecretMessage(ctx);',
    becomes: 'if (isConnecting(ctx)) void deleteSecretMessage(ctx);',
    tests: 'features/account/secrets features/hostile telegram/failures',
  },
  {
    file: 'features/common/input/unsolicited-secret.ts',
    was: 'return accounts.some(({ token }) => token.length >= SHORTEST_OWN && text.includes(token));',
    becomes: 'return accounts.some(({ token }) => token.length < SHORTEST_OWN && text.includes(token));',
    tests: 'features/account/secrets',
  },
  {
    file: 'features/account/connect.ts',
    was: "if (isProof && !servers.some(({ id }) => known.has(id))) return 'connect-replace-other';",
    becomes: "if (isProof && servers.length === 0) return 'connect-replace-other';",
    tests: 'features/account features/teams/accounts/token',
  },
  {
    file: 'features/account/connect.ts',
    was: 'if (count < FREE_GUESSES) return 0;',
    becomes: 'if (count < 10 * FREE_GUESSES) return 0;',
    tests: 'features/account/connect features/hostile',
  },
  {
    file: 'telegram/secrets/token-guesses.ts',
    was: "if (was !== 'wrong') freeAt -= everyMs;",
    becomes: "if (was === 'right') freeAt -= everyMs;",
    tests: 'telegram/secrets/token-guesses',
  },
  {
    file: 'telegram/secrets/token-guesses.ts',
    was: 'if (turn > at) return { waitMs: turn - at };',
    becomes: 'if (turn < 0) return { waitMs: turn - at };',
    tests: 'telegram/secrets/token-guesses',
  },
  {
    file: 'store/encryption/seal.ts',
    was: 'used += IV_BYTES;',
    becomes: 'used += 0;',
    tests: 'store/encryption/seal',
  },
  // The store
  {
    file: 'store/leases.ts',
    was: 'WHERE leases.expires_at <= excluded.fence',
    becomes: 'WHERE leases.expires_at >= 0',
    tests: 'store/leases jobs',
  },
  {
    file: 'store/leases.ts',
    was: "'UPDATE leases SET expires_at = $1 WHERE name = $2 AND fence = $3 RETURNING name',",
    becomes: "'UPDATE leases SET expires_at = $1 WHERE name = $2 AND fence <= $3 + 1000 RETURNING name',",
    tests: 'store/leases jobs',
  },
  {
    file: 'store/leases.ts',
    was: 'if (held.length === 0) throw new LeaseLost();',
    becomes: 'if (held.length === 99) throw new LeaseLost();',
    tests: 'store/leases telegram/updates/deduplicate',
  },
  {
    file: 'store/inbox.ts',
    was: 'if (handled.includes(update.update_id)) continue;',
    becomes: 'if (update.update_id < 0) continue;',
    tests: 'store/inbox telegram/updates/recovery',
  },
  {
    file: 'jobs/lease.ts',
    was: 'isHeld: () => !lost.signal.aborted && (until === null || now() < until),',
    becomes: 'isHeld: () => !lost.signal.aborted,',
    tests: 'jobs operations/replicas',
  },
  // The provider's client
  {
    file: 'hosting/http/call.ts',
    was: "alone: effect === 'change',",
    becomes: 'alone: false,',
    tests: 'hosting',
  },
  {
    file: 'hosting/http/call.ts',
    was: "if (status === 502 || status === 504 || (status === 503 && retryAfter === undefined)) return 'silent';",
    becomes: "if (status === 502) return 'silent';",
    tests: 'hosting',
  },
  {
    file: 'hosting/http/call.ts',
    was: 'if (performance.now() - begun + pause > RETRY_WITHIN_MS) return result(verdict);',
    becomes: 'if (begun < 0) return result(verdict);',
    tests: 'hosting',
  },
  {
    file: 'hosting/http/breaker.ts',
    was: "if (before === 'open' || (before === 'halfOpen' && effect === 'change')) return undefined;",
    becomes: "if (before === 'open') return undefined;",
    tests: 'hosting',
  },
  {
    file: 'hosting/answers/verdict.ts',
    was: "const kind = outcome.kind === 'notSent' ? 'notSent' : 'ambiguous';",
    becomes: "const kind = outcome.kind === 'oversized' ? 'ambiguous' : 'notSent';",
    tests: 'hosting',
  },
  {
    file: 'hosting/answers/verdict.ts',
    was: "if (judged !== undefined && !doubted && (judged.kind === 'value' || !ordered)) return judged;",
    becomes: 'if (judged !== undefined && !doubted) return judged;',
    tests: 'hosting',
  },
  {
    file: 'hosting/answers/error-body.ts',
    was: 'const forbidden = status === 403 && (denied || textOf(body.message) !== undefined);',
    becomes: 'const forbidden = status === 403;',
    tests: 'hosting',
  },
  {
    file: 'hosting/kept/learned-limits.ts',
    was: '...(refused !== undefined && refused > value ? { refused } : {}),',
    becomes: '...(refused !== undefined ? { refused } : {}),',
    tests: 'hosting/kept features/shop/buy/known',
  },
  // Telegram
  {
    file: 'telegram/updates/webhook.ts',
    was: "if (typeof given !== 'string' || !timingSafeEqual(digest(given), secret)) return reply.code(401).send();",
    becomes: "if (typeof given !== 'string') return reply.code(401).send();",
    tests: 'telegram/updates/webhook',
  },
  {
    file: 'telegram/updates/webhook.ts',
    was: 'if (already) return already;',
    becomes: 'if (already && update.update_id < 0) return already;',
    tests: 'telegram/updates/webhook',
  },
  {
    file: 'telegram/updates/deduplicate.ts',
    was: 'if (updateId !== undefined && handled.has(updateId)) return true;',
    becomes: 'if (updateId === -1) return true;',
    tests: 'telegram/updates',
  },
  {
    file: 'telegram/updates/lanes.ts',
    was: 'const before = [...others].filter((other) => other.begun || other.order <= order);',
    becomes: 'const before = [...others].filter((other) => other.order < order);',
    tests: 'telegram/updates/lanes',
  },
  // Watches
  {
    file: 'watches/power.ts',
    was: 'const agreed = read.inRow >= AGREEING ? read.last : read.agreed;',
    becomes: 'const agreed = read.inRow >= AGREEING - 1 ? read.last : read.agreed;',
    tests: 'slow/watches/rounds slow/watches/alerts watches',
  },
  {
    file: 'watches/power.ts',
    was: 'return countOf(changes) - 2 * restarts > UNSTABLE_ABOVE;',
    becomes: 'return countOf(changes) - 2 * restarts > 2 * UNSTABLE_ABOVE;',
    tests: 'slow/watches watches',
  },
  {
    file: 'watches/budget.ts',
    was: 'return Math.min(MOST_READINGS, Math.max(FEWEST_READINGS, Math.floor(next)));',
    becomes: 'return Math.max(FEWEST_READINGS, Math.floor(next));',
    tests: 'watches slow/watches/rounds',
  },
  {
    file: 'watches/budget.ts',
    was: 'export const UNREACHABLE_ROUNDS = 3;',
    becomes: 'export const UNREACHABLE_ROUNDS = 1;',
    tests: 'slow/watches',
  },
  {
    file: 'features/watches/rounds/judge.ts',
    was: "if (isBusy || sent.some((each) => isAtWork(each, startedAt))) return 'wait';",
    becomes: "if (isBusy) return 'wait';",
    tests: 'slow/watches',
  },
  {
    file: 'features/watches/rounds/judge.ts',
    was: "if (listedAt > goneAt) return { memory: undefined, alerts: resolveIn(account, id, 'unwatched') };",
    becomes: "if (listedAt >= goneAt) return { memory: undefined, alerts: resolveIn(account, id, 'unwatched') };",
    tests: 'slow/watches',
  },
  // Domains, shop, servers, words
  {
    file: 'features/domains/check/asking.ts',
    was: 'if (entry.tries < MOST_TRIES) waiting.push(entry);',
    becomes: 'if (entry.tries < 0) waiting.push(entry);',
    tests: 'features/domains/check',
  },
  {
    file: 'features/domains/check/throttle.ts',
    was: 'const free = pausedUntil <= performance.now() && asking < Math.floor(allowed);',
    becomes: 'const free = asking < Math.floor(allowed);',
    tests: 'features/domains/check',
  },
  {
    file: 'features/domains/names/name.ts',
    was: "if (host.includes(':') || /^\\d+(?:\\.\\d+){3}$/.test(host)) return { junk: 'ip' };",
    becomes: "if (host.includes(':')) return { junk: 'ip' };",
    tests: 'features/domains/check/names',
  },
  {
    file: 'features/domains/names/name.ts',
    was: "return reading && 'domain' in reading && reading.domain === data ? data : undefined;",
    becomes: 'return data;',
    tests: 'features/domains features/hostile',
  },
  {
    file: 'features/shop/renew/pay-all.ts',
    was: 'if (first && offersOf(wanted) !== offers) {',
    becomes: "if (first && offers === '') {",
    tests: 'features/shop/renew',
  },
  {
    file: 'features/shop/renew/pay-all.ts',
    was: 'const mine = all.filter(({ userId }) => userId === ctx.person.id);',
    becomes: 'const mine = all;',
    tests: 'features/shop/renew features/hostile features/groups features/teams/rights/real-ids',
  },
  {
    file: 'features/common/payment/spending-limit.ts',
    was: 'if (spent + wanted <= most) return;',
    becomes: 'if (spent <= most) return;',
    tests: 'features/shop/limit features/domains/limit features/teams/protection/spending-limits',
  },
  {
    file: 'features/servers/reinstall.ts',
    was: "if (!wanted) throw new Refusal((t) => t('button-old'));",
    becomes: '',
    tests: 'features/servers features/hostile features/teams/rights/malformed',
  },
  {
    file: 'features/servers/credentials/public-key.ts',
    was: "if (bytes.toString('base64') !== body) return undefined;",
    becomes: '',
    tests: 'features/servers/credentials',
  },
  {
    file: 'features/servers/credentials/public-key.ts',
    was: 'return bits >= RSA_BITS.least && bits <= RSA_BITS.most ? bits : undefined;',
    becomes: 'return bits;',
    tests: 'features/servers/credentials',
  },
  {
    file: 'features/plain-words/match.ts',
    was: ".filter((command) => alone || SPOKEN[command] !== 'alone')",
    becomes: '.filter(() => true)',
    tests: 'features/plain-words',
  },
  {
    file: 'features/groups.ts',
    was: "return member.status === 'administrator' && member.can_delete_messages;",
    becomes: "return member.status === 'administrator';",
    tests: 'features/groups',
  },
  // Dialogues and screens
  {
    file: 'telegram/dialog/pending-request.ts',
    was: '{person.id}:wish:',
    becomes: '{person.is_bot}:wish:',
    tests: 'features/account/links',
  },
  {
    file: 'telegram/ui/format.ts',
    was: '{escapeHtml(text)}</code>',
    becomes: '{text}</code>',
    tests: 'telegram/ui/format',
  },
  {
    file: 'telegram/ui/format.ts',
    was: "text.replace(DIRECTIONS, '') + POP_ISOLATE",
    becomes: 'text + POP_ISOLATE',
    tests: 'telegram/ui/format',
  },
  {
    file: 'telegram/ui/format.ts',
    was: '{escapeHtml(shorten(words.trim(), most))}',
    becomes: '{shorten(words.trim(), most)}',
    tests: 'telegram/ui/format',
  },
  {
    file: 'telegram/ui/button.ts',
    was: "if (kind.names.some((key, index) => !SHAPES[key].test(parts[index] ?? ''))) return undefined;",
    becomes: '',
    tests: 'features/hostile/forged features/teams/rights/malformed',
  },
  {
    file: 'telegram/ui/waiting.ts',
    was: "if (!isOutOfReach(error)) ctx.services.report(error, 'typing');",
    becomes: "ctx.services.report(error, 'typing');",
    tests: 'features/groups/topics',
  },
  {
    file: 'telegram/ui/late-edits.ts',
    was: 'if (!given.signal.aborted && !isOvertaken) await',
    becomes: 'if (!given.signal.aborted) await',
    tests: 'telegram/ui/late-edits',
  },
  {
    file: 'features/domains/inline/availability.ts',
    was: 'const place = `',
    becomes: 'const place = domain || `',
    tests: 'features/domains/inline',
  },
  {
    file: 'features/domains/inline/index.ts',
    was: 'if (holdsSecret(query) || (await holdsOwnToken(ctx, query)))',
    becomes: 'if (await holdsOwnToken(ctx, query))',
    tests: 'features/domains/inline',
  },
  // Jobs in the store
  {
    file: 'store/jobs/queue.ts',
    was: 'WHERE id = $2 AND due_at = $3 RETURNING id`',
    becomes: 'WHERE id = $2 AND due_at <> -$3 RETURNING id`',
    tests: 'store/jobs/alerts',
  },
  {
    file: 'store/jobs/checks.ts',
    was: 'if (mine && (mine.round !== before.round || mine.heldUntil !== before.heldUntil)) return undefined;',
    becomes: 'if (mine && mine.round !== before.round) return undefined;',
    tests: 'store/jobs/checks',
  },
  {
    file: 'store/jobs/alerts.ts',
    was: 'const due = before.dueAt === heldUntil ? dueAt : before.dueAt;',
    becomes: 'const due = dueAt;',
    tests: 'store/jobs/alerts',
  },
  {
    file: 'store/jobs/reminders.ts',
    was: 'body = $2 WHERE id = $3 AND due_at = $4 RETURNING id',
    becomes: 'body = $2 WHERE id = $3 AND due_at <> -$4 RETURNING id',
    tests: 'jobs/reminders',
  },
  // Settings, servers, threads
  {
    file: 'config.ts',
    was: "if (isGuarded(url) || storeTls === 'optional') return url;",
    becomes: 'return url;',
    tests: 'test/config',
  },
  {
    file: 'settings.ts',
    was: 'fits && !url.username && !url.password',
    becomes: 'fits && !url.username',
    tests: 'test/config',
  },
  {
    file: 'settings.ts',
    was: "'/healthz', '/readyz', '/metrics'].includes(path)",
    becomes: "'/healthz', '/metrics'].includes(path)",
    tests: 'test/config',
  },
  {
    file: 'web/server.ts',
    was: 'bodyLimit: MOST_BODY_BYTES,',
    becomes: 'bodyLimit: 64 * MOST_BODY_BYTES,',
    tests: 'web/server',
  },
  {
    file: 'web/server.ts',
    was: 'if (request.is404) return reply.code(404).send();',
    becomes: '',
    tests: 'web/server',
  },
  {
    file: 'web/ops.ts',
    was: "if (!reported) report(error, 'readiness');",
    becomes: "report(error, 'readiness');",
    tests: 'web/ops',
  },
  {
    file: 'web/serve.ts',
    was: 'const alive = !beats || now() - last < SILENCE_LIMIT_MS;',
    becomes: 'const alive = !beats || now() - last <= SILENCE_LIMIT_MS;',
    tests: 'web/health',
  },
  {
    file: 'web/metrics.ts',
    was: "where.split(' ', 1).join()",
    becomes: 'where',
    tests: 'web/ops',
  },
  {
    file: 'workers/pool.ts',
    was: 'env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },',
    becomes: 'env: process.env,',
    tests: 'workers/pool',
  },
  {
    file: 'workers/pool.ts',
    was: 'waiting.delete(owner);',
    becomes: 'if (jobs.length === 0) waiting.delete(owner);',
    tests: 'workers/pool',
  },
  {
    file: 'workers/pool.ts',
    was: 'const own = !Buffer.isBuffer(value) && buffer',
    becomes: 'const own = buffer',
    tests: 'workers/pool',
  },
  // The sandboxes
  {
    file: 'sandbox/provider/operations/prices.ts',
    was: 'if (account.wallet < total)',
    becomes: 'if (account.wallet <= total)',
    tests: 'sandbox/provider/operations',
  },
  {
    file: 'sandbox/provider/operations/domain-orders.ts',
    was: 'if (!context.account.reseller) throw',
    becomes: 'if (context.account.reseller === undefined) throw',
    tests: 'hosting/domain-orders features/domains/reseller',
  },
  {
    file: 'sandbox/provider/http/server.ts',
    was: 'if (operation.alters === true) state.save(account);',
    becomes: '',
    tests: 'sandbox/provider/accounts',
  },
  {
    file: 'sandbox/telegram/backend/queries.ts',
    was: "if (!query?.timer) throw refusal('queryTooOld');",
    becomes: "if (!query) throw refusal('queryTooOld');",
    tests: 'sandbox/telegram/users/callback-queries',
  },
  {
    file: 'sandbox/telegram/backend/ephemeral.ts',
    was: 'return tap && tap.person === receiver.id &&',
    becomes: 'return tap &&',
    tests: 'sandbox/telegram/users/ephemeral',
  },
  {
    file: 'sandbox/telegram/backend/update-queue.ts',
    was: 'const isFuture = offset > this.#nextId + FARTHEST;',
    becomes: 'const isFuture = offset < -this.#nextId;',
    tests: 'sandbox/telegram/backend/update-queue',
  },
  // Reading the provider
  {
    file: 'hosting/answers/verdict.ts',
    was: 'Math.abs(value) > Number.MAX_SAFE_INTEGER ? source : value',
    becomes: 'Math.abs(value) > Number.MAX_VALUE ? source : value',
    tests: 'hosting/answers/oddities features/servers/same-ip',
  },
  {
    file: 'features/common/servers/find-server.ts',
    was: 'const found = exact.length > 0 ? exact :',
    becomes: 'const found = exact.length > 0 ? exact.slice(0, 1) :',
    tests: 'features/servers/same-ip',
  },
  // The message of a confirm
  {
    file: 'operations/index.ts',
    was: 'messageId: undefined,\n      id:',
    becomes: 'id:',
    tests: 'features/operations/unshown',
  },
  {
    file: 'telegram/ui/show.ts',
    was: 'new Set([follows, operations.confirmIn(chatId, messageId)])',
    becomes: 'new Set([follows])',
    tests: 'features/operations/unshown',
  },
  {
    file: 'features/operation-views.ts',
    was: "if (state !== 'expired' || subject === undefined) return undefined;",
    becomes: 'if (subject !== undefined) return undefined;',
    tests: 'features/operations/unshown',
  },
  {
    file: 'telegram/ui/show.ts',
    was: ' && ctx.isNews(words)',
    becomes: '',
    tests: 'features/operations/unshown',
  },
  {
    file: 'telegram/secrets/token-guesses.ts',
    was: "if (was === 'wrong') freeAt",
    becomes: 'freeAt',
    tests: 'telegram/secrets/token-guesses',
  },
  {
    file: 'features/account/kept-token.ts',
    was: "if (!isOver && servers === 'unanswered') return now + TRY_TOKEN_MS;",
    becomes: '',
    tests: 'features/account/kept-token',
  },
];

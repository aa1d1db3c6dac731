/** An action of a person, and its result as they saw it. */
export type Fact = ConfirmedFact | AnswersFact | NamedFact | EndedFact | BothFact;

/** A confirm button was tapped. */
export interface ConfirmedFact {
  kind: 'confirmed';
  person: number;
  operation: string;
  messageId: number;
}

/** Several messages were sent one right after the other. */
export interface AnswersFact {
  kind: 'answers';
  person: number;
  /** The subject of each, in the order in which they were sent. */
  asked: readonly string[];
  /** The subjects of the answers, in the order in which they came; `outage` stands for "try again". */
  answered: readonly string[];
}

/** A server was given a name, and the bot showed that it has it. */
export interface NamedFact {
  kind: 'named';
  person: number;
  ip: string;
  name: string;
}

/** Something that is answered sooner or later: whether it was. */
export interface EndedFact {
  kind: 'ended';
  person: number;
  what: 'connected' | 'renamed' | 'checked' | 'asked';
  ended: boolean;
}

/** A message and a tap were sent at the same time: when the bot called Telegram for them, epoch milliseconds. */
export interface BothFact {
  kind: 'both';
  person: number;
  calls: readonly { at: number; endedAt: number; text: string }[];
}

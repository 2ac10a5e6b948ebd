import type { Interpretation } from '../../workflows/contracts/answer.ts';
import { contentTerms } from '../text/terms.ts';
import { contradictionsIn, withoutContradictions } from './contradictions.ts';
import { conversationPhrasesFor } from './conversation-phrases.ts';
import { withoutCourtesies } from './courtesies.ts';
import { resolveFollowUp } from './follow-up-resolution.ts';
import { type FollowUp, followUpOf, withoutConjunction } from './follow-up.ts';
import { isWhole } from './message-form.ts';
import type { PreviousMessage } from './previous-message.ts';
import { spelledLikeThread } from './thread-spelling.ts';

export interface MessageToInterpret {
  readonly message: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Null: nothing was said before. */
  readonly previous: PreviousMessage | null;
  /** All that was said before. */
  readonly thread: string;
}

type Read = Omit<Interpretation, 'language' | 'keyEntities' | 'namedReferences'>;

const CONFIDENCE = { plain: 0.9, replaced: 0.8, spelled: 0.7, joined: 0.6, unclear: 0.2 };
/** A sentence with so many words of its own is a new question, not the answer to one. */
const NEW_QUESTION_TERMS = 4;

/** What a message means by rule: as a prompt that needs no thread, or as questions where nobody could know. */
export function interpretMessage({ message, language, previous, thread }: MessageToInterpret): Read {
  const tidy = tidied(message);
  const spelled = spelledLikeThread(tidy, thread, language);
  const core = withoutCourtesies(spelled);
  const contradictions = contradictionsIn(core);
  const phrases = conversationPhrasesFor(language);
  if (contradictions.length > 0) return unclear(core, contradictions.map(phrases.whichValue));
  const read = resolved(core, language, previous);
  if (spelled === tidy) return read;
  const alternatives = [tidy, ...read.alternatives];
  return { ...read, confidence: Math.min(read.confidence, CONFIDENCE.spelled), alternatives };
}

function resolved(core: string, language: string, previous: PreviousMessage | null): Read {
  if (previous?.asksBack === true && isAnswer(core, language))
    return clear(answered(previous.prompt, core, language), 'joined');
  const followUp = followUpOf(core, language);
  if (followUp === null) return clear(withoutConjunction(core, language), 'plain');
  if (previous === null)
    return followUp.needsThread ? unclear(core, [questionFor(followUp, language)]) : clear(core, 'plain');
  const { prompt, way, alternatives } = resolveFollowUp(followUp, core, previous.prompt, language);
  return clear(prompt, way, alternatives);
}

/** Whether a message answers what was asked back, and is no new question. */
function isAnswer(core: string, language: string): boolean {
  return !isWhole(core, language) || contentTerms(core, language).length < NEW_QUESTION_TERMS;
}

/** The unclear prompt with what was said to clear it up. */
function answered(prompt: string, answer: string, language: string): string {
  const followUp = followUpOf(prompt, language);
  const open = withoutContradictions(prompt);
  // "and in Munich?" – "hotels": the answer is what the part belongs to.
  if (followUp?.form === 'part' && followUp.needsThread)
    return resolveFollowUp(followUp, prompt, answer, language).prompt;
  const mark = /(?<![?.!])[?.!]+$/u.exec(open)?.[0] ?? '';
  return `${open.slice(0, open.length - mark.length)}, ${answer.replace(/(?<![\s?.!])[\s?.!]+$/u, '')}${mark}`;
}

function questionFor({ part, references }: FollowUp, language: string): string {
  const phrases = conversationPhrasesFor(language);
  const bare = references.find(({ isBare }) => isBare);
  return bare === undefined
    ? phrases.whatAbout(part.replace(/(?<![\s?.!])[\s?.!]+$/u, ''))
    : phrases.whatIsMeant(bare.word);
}

function clear(rewrittenPrompt: string, way: keyof typeof CONFIDENCE, alternatives: readonly string[] = []): Read {
  return {
    rewrittenPrompt,
    confidence: CONFIDENCE[way],
    alternatives: [...alternatives],
    conflicts: [],
    needsClarification: false,
  };
}

function unclear(rewrittenPrompt: string, conflicts: string[]): Read {
  return { rewrittenPrompt, confidence: CONFIDENCE.unclear, alternatives: [], conflicts, needsClarification: true };
}

/** The safe corrections: repeated spaces and marks, and spaces before marks. */
function tidied(message: string): string {
  return message
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/([?!])[?!]+/gu, '$1')
    .replaceAll(/(?<!\s)\s+(?=[?!,;](?:\s|$))/gu, '')
    .trim();
}

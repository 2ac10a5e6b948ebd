import { languageOf } from '../language/languages/languages.ts';
import { ofAll, sourceOfAll } from '../language/languages/word-patterns.ts';
import { splitSentences } from '../language/text/sentences.ts';
import { contentTerms } from '../language/text/terms.ts';
import { type BackReference, type FollowUp, numberOf } from './follow-up.ts';
import { beginsWithPreposition } from './message-form.ts';
import { type MessagePart, partsIn, phrasesIn } from './phrases-of-place.ts';

// Subjects have at most 60 characters, and single blanks separate the words.
const ASKS_WHAT_IT_IS: readonly RegExp[] = ofAll(({ subjectQuestions }) => subjectQuestions).map(
  (question) => new RegExp(String.raw`^${question.replace('<subject>', '(?<subject>[^,?!]{1,60}?)')}[\s?.!]*$`, 'iu'),
);
const STANDS_FOR_ANOTHER = new RegExp(String.raw`^(?:${sourceOfAll(({ standIns }) => standIns)})\b`, 'iu');

export interface ResolvedFollowUp {
  readonly prompt: string;
  /** `replaced` is surer than `joined`. */
  readonly way: 'replaced' | 'joined';
  readonly alternatives: readonly string[];
}

const LONGEST_JOINED = 400;
const MOST_ALTERNATIVES = 3;
/** Longer texts, in characters, say too much to be the one part that changes. */
const LONGEST_PART = 120;
const LONGEST_CHANGED = 600;
/** Words of an object in a follow-up. */
const LONGEST_OBJECT = 3;
const END_MARK = /(?<![\s?.!])[\s?.!]+$/u;

/** A follow-up as a prompt of its own: in the place of what it changes, else behind the prompt before it. */
export function resolveFollowUp(
  followUp: FollowUp,
  message: string,
  previous: string,
  language: string,
): ResolvedFollowUp {
  return followUp.form === 'part'
    ? resolvePart(followUp, message, previous, language)
    : resolveSentence(followUp, previous, language);
}

function resolvePart(
  { part, references, isCorrection }: FollowUp,
  message: string,
  previous: string,
  language: string,
): ResolvedFollowUp {
  const isLong = part.length > LONGEST_PART || previous.length > LONGEST_CHANGED;
  const replacements = references.length > 0 || isLong ? [] : replacementsFor(part, previous, language);
  const sure = withoutOverlaps(replacements.filter(({ isSure }) => isSure));
  if (sure.length === 0) {
    const alternatives = replacements.flatMap(({ candidates, part: { text } }) =>
      candidates.map((old) => replaceAll(previous, [{ old, text }])),
    );
    return {
      prompt: joinedWith(previous, part, isCorrection === true ? part : message),
      way: 'joined',
      alternatives: [...new Set(alternatives)].slice(0, MOST_ALTERNATIVES),
    };
  }
  const changes = sure.flatMap(({ candidates, part: { text } }) => candidates.map((old) => ({ old, text })));
  const replaced = replaceAll(previous, changes);
  const rest = without(
    part,
    sure.map((one) => one.part),
  ).replace(END_MARK, '');
  const isRestTelling = contentTerms(rest, language).length > 0;
  return { prompt: isRestTelling ? inserted(replaced, rest) : replaced, way: 'replaced', alternatives: [] };
}

interface Replacement {
  readonly part: MessagePart;
  /** Parts of the previous prompt that it may replace. */
  readonly candidates: readonly MessagePart[];
  readonly isSure: boolean;
}

function replacementsFor(part: string, previous: string, language: string): Replacement[] {
  const ownPhrases = phrasesIn(part, language, LONGEST_OBJECT);
  const phrases = ownPhrases
    .filter((phrase) => !isOfOtherKind(phrase, part, language))
    .map((phrase) => {
      const same = phrasesIn(previous, language, phrase.size).filter(({ kind }) => kind === phrase.kind);
      const exact = same.filter(({ preposition }) => preposition === phrase.preposition);
      return replacementOf(phrase, exact.length > 0 ? exact : same);
    });
  const known = partsIn(previous, language, false).map((one) => ({ one, family: familyOf(one, previous, language) }));
  const own = partsIn(part, language, true).map((one) => {
    const family = ownPhrases.find((phrase) => doOverlap(phrase, one))?.kind;
    // "from Berlin" does not replace the name of "to Rome".
    const isAnother = (other: string | undefined) => family !== undefined && other !== undefined && other !== family;
    const same = known.filter(
      (other) => other.one.kind === one.kind && !(one.kind === 'name' && isAnother(other.family)),
    );
    return replacementOf(
      one,
      same.map((other) => other.one),
    );
  });
  const isName = ({ part: { kind } }: Replacement) => kind === 'name';
  const found = [...own.filter((one) => !isName(one)), ...phrases, ...own.filter(isName)];
  return [...found.filter(({ candidates }) => candidates.length > 0), ...bareName(part, previous, language)];
}

function familyOf(part: MessagePart, text: string, language: string): string | undefined {
  return phrasesIn(text, language, 1).find((phrase) => doOverlap(phrase, part))?.kind;
}

function replacementOf(part: MessagePart, candidates: readonly MessagePart[]): Replacement {
  return { part, candidates, isSure: candidates.length === 1 };
}

/** "in 2024" is a year, not a place. */
function isOfOtherKind(phrase: MessagePart, text: string, language: string): boolean {
  return partsIn(text, language, true).some(
    ({ kind, start, end }) => kind !== 'name' && start < phrase.end && phrase.start < end,
  );
}

/** Where nouns have a capital letter, one may be a name or not: that it replaces the only place is one way to read it, never the sure one. */
function bareName(part: string, previous: string, language: string): Replacement[] {
  const [, name] = /^[^\p{L}\d_]*(\p{Lu}\p{L}+)[^\p{L}\d_]*$/u.exec(part) ?? [];
  if (languageOf(language).capitalisesNouns !== true || name === undefined) return [];
  const [place, ...others] = phrasesIn(previous, language, 1).filter(({ kind }) => kind.startsWith('where'));
  if (place === undefined || others.length > 0) return [];
  const text = place.text.slice(place.text.lastIndexOf(' ') + 1);
  const object = { kind: 'bare', text, start: place.end - text.length, end: place.end };
  return [{ part: { kind: 'bare', text: name, start: 0, end: 0 }, candidates: [object], isSure: false }];
}

function withoutOverlaps(replacements: readonly Replacement[]): Replacement[] {
  const kept: Replacement[] = [];
  for (const one of replacements) {
    const [old] = one.candidates;
    const overlaps = kept.some(
      ({ part, candidates: [other] }) =>
        doOverlap(part, one.part) || (old !== undefined && other !== undefined && doOverlap(old, other)),
    );
    if (!overlaps) kept.push(one);
  }
  return kept;
}

function doOverlap(one: MessagePart, other: MessagePart): boolean {
  return one.start < other.end && other.start < one.end;
}

function resolveSentence({ part, references }: FollowUp, previous: string, language: string): ResolvedFollowUp {
  const named = references.map((reference) => ({ reference, name: nameFor(reference, part, previous, language) }));
  const [resolved] = named.filter(({ name }) => name !== null);
  if (resolved === undefined) return { prompt: joinedWith(previous, '', part), way: 'joined', alternatives: [] };
  const { reference, name } = resolved;
  const prompt = `${part.slice(0, reference.start)}${name ?? ''}${part.slice(reference.end)}`;
  return { prompt: capitalised(prompt), way: 'replaced', alternatives: [] };
}

function nameFor(reference: BackReference, part: string, previous: string, language: string): string | null {
  const { word, isBare } = reference;
  if (!isBare) return null;
  if (PLACE.test(word)) return placeOf(previous, language);
  if (!NAMED.test(word)) return null;
  // "which of them", "are they": the things that the prompt asks for, not a name in it.
  const number = numberOf(reference, part);
  if (number === 'some of several') return null;
  return number === 'several' ? askedSubjectOf(previous) : subjectOf(previous, language);
}

const PLACE = new RegExp(`^(?:${sourceOfAll(({ placePronouns }) => placePronouns)})$`, 'iu');
const NAMED = new RegExp(`^(?:${sourceOfAll(({ thingPronouns }) => thingPronouns)})$`, 'iu');

function placeOf(previous: string, language: string): string | null {
  const places = phrasesIn(previous, language, 1).filter(
    ({ kind, text }) => kind === 'where' && /\s\p{Lu}/u.test(text),
  );
  const [place] = places;
  return places.length === 1 && place !== undefined ? place.text : null;
}

/** The prompt before with the new words: inside its sentence where they continue it, else behind it. */
function joinedWith(previous: string, part: string, message: string): string {
  if (part !== '' && beginsWithPreposition(part)) return inserted(previous, part.replace(END_MARK, ''));
  const base = previous.length + message.length > LONGEST_JOINED ? firstSentence(previous) : previous;
  const end = /[?.!]\s*$/u.test(base) ? '' : '.';
  return `${base.trim()}${end} ${capitalised(message)}`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function inserted(previous: string, words: string): string {
  const mark = END_MARK.exec(previous)?.[0].trim() ?? '';
  return `${previous.replace(END_MARK, '')} ${words.trim()}${mark}`;
}

function firstSentence(text: string): string {
  const [first] = splitSentences(text, 'und');
  return first === undefined ? text : text.slice(first.start, first.end);
}

function replaceAll(text: string, changes: readonly { readonly old: MessagePart; readonly text: string }[]): string {
  return changes
    .toSorted((a, b) => b.old.start - a.old.start)
    .reduce(
      (changed, { old, text: replacement }) => `${changed.slice(0, old.start)}${replacement}${changed.slice(old.end)}`,
      text,
    );
}

/** Removes the parts and the prepositions in front of them from a text. */
function without(text: string, parts: readonly MessagePart[]): string {
  const spans = parts.map((old) => {
    const [preposition = ''] = /(?<!\p{L})\p{L}+\s+$/u.exec(text.slice(0, old.start)) ?? [];
    const start = beginsWithPreposition(preposition) ? old.start - preposition.length : old.start;
    return { old: { ...old, start }, text: '' };
  });
  return replaceAll(text, spans).replaceAll(/\s+/gu, ' ');
}

/** What a prompt asks the nature of: "What is a bilge pump?"; null for other prompts. */
function askedSubjectOf(prompt: string): string | null {
  const words = prompt.replaceAll(/\s+/gu, ' ');
  const asked = ASKS_WHAT_IT_IS.map((pattern) => pattern.exec(words)?.groups?.['subject']).find(
    (subject) => subject !== undefined,
  );
  const isSubject = asked !== undefined && !STANDS_FOR_ANOTHER.test(asked);
  return isSubject ? asked : null;
}

/** What a prompt is about, if it asks what something is or names one thing only; null where code cannot tell. */
function subjectOf(prompt: string, language: string): string | null {
  const asked = askedSubjectOf(prompt);
  if (asked !== null) return asked;
  const names = new Set(
    partsIn(prompt, language, false).flatMap(({ kind, text }) => (kind === 'name' && text.length > 1 ? text : [])),
  );
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

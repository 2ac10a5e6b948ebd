import { partsIn } from './message-parts.ts';

const ASKS_WHAT_IT_IS: readonly RegExp[] = [
  /^(?:what|who)(?:\s+exactly)?\s+(?:is|are|was|were)\s+(?<subject>[^,?!]+?)(?:\s+about)?[\s?.!]*$/iu,
  /^(?:can\s+you\s+|please\s+)*(?:tell\s+me(?:\s+(?:something|more))?\s+about|explain|describe|define)\s+(?<subject>[^,?!]+?)[\s?.!]*$/iu,
  /^(?:bitte\s+)?(?:erzähle?|gib|berichte)\s+(?:mir\s+)?(?:bitte\s+)?(?:(?:etwas|was|mehr|einen\s+überblick)\s+)?(?:über|von)\s+(?<subject>[^,?!]+?)[\s?.!]*$/iu,
  /^(?:was|wer)\s+(?:genau\s+)?(?:ist|sind|war|waren)\s+(?:eigentlich\s+)?(?<subject>[^,?!]+?)[\s?.!]*$/iu,
  /^(?:bitte\s+)?(?:erkläre?|beschreibe?|definiere?)\s+(?:mir\s+|bitte\s+)?(?<subject>[^,?!]+?)[\s?.!]*$/iu,
];
const LONGEST_SUBJECT = 60;
const STANDS_FOR_ANOTHER = /^(?:it|this|that|there|es|das|dies)\b/iu;

/** What a prompt asks the nature of: "What is a bilge pump?"; null for other prompts. */
export function askedSubjectOf(prompt: string): string | null {
  const asked = ASKS_WHAT_IT_IS.map((pattern) => pattern.exec(prompt)?.groups?.['subject']).find(
    (subject) => subject !== undefined,
  );
  const isSubject = asked !== undefined && asked.length <= LONGEST_SUBJECT && !STANDS_FOR_ANOTHER.test(asked);
  return isSubject ? asked : null;
}

/** What a prompt is about, if it asks what something is or names one thing only; null where code cannot tell. */
export function subjectOf(prompt: string, language: string): string | null {
  const asked = askedSubjectOf(prompt);
  if (asked !== null) return asked;
  const names = new Set(
    partsIn(prompt, language, false).flatMap(({ kind, text }) => (kind === 'name' && text.length > 1 ? text : [])),
  );
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

import { partsIn } from './message-parts.ts';

// Subjects have at most 60 characters, and single blanks separate the words.
const ASKS_WHAT_IT_IS: readonly RegExp[] = [
  /^(?:what|who)(?: exactly)? (?:is|are|was|were) (?<subject>[^,?!]{1,60}?)(?: about)?[\s?.!]*$/iu,
  /^(?:can you |please )*(?:tell me(?: (?:something|more))? about|explain|describe|define) (?<subject>[^,?!]{1,60}?)[\s?.!]*$/iu,
  /^(?:bitte )?(?:erzähle?|gib|berichte) (?:mir )?(?:bitte )?(?:(?:etwas|was|mehr|einen überblick) )?(?:über|von) (?<subject>[^,?!]{1,60}?)[\s?.!]*$/iu,
  /^(?:was|wer) (?:genau )?(?:ist|sind|war|waren) (?:eigentlich )?(?<subject>[^,?!]{1,60}?)[\s?.!]*$/iu,
  /^(?:bitte )?(?:erkläre?|beschreibe?|definiere?) (?:mir |bitte )?(?<subject>[^,?!]{1,60}?)[\s?.!]*$/iu,
];
const STANDS_FOR_ANOTHER = /^(?:it|this|that|there|es|das|dies)\b/iu;

/** What a prompt asks the nature of: "What is a bilge pump?"; null for other prompts. */
export function askedSubjectOf(prompt: string): string | null {
  const words = prompt.replaceAll(/\s+/gu, ' ');
  const asked = ASKS_WHAT_IT_IS.map((pattern) => pattern.exec(words)?.groups?.['subject']).find(
    (subject) => subject !== undefined,
  );
  const isSubject = asked !== undefined && !STANDS_FOR_ANOTHER.test(asked);
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

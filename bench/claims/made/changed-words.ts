import { type ChangedSentence, type ChangeSetting, otherOf, replaceOne } from './changed-figures.ts';

/** A negator goes right behind the first of these. */
const FINITE_VERBS: Readonly<Record<string, string>> = {
  en: 'is|are|was|were|can|could|may|must|will|would|should|has been|have been|had been',
  de: 'ist|sind|war|waren|wird|werden|wurde|wurden|kann|können|konnte|darf|dürfen|muss|müssen|soll|sollen',
};
const NEGATORS: Readonly<Record<string, string>> = { en: 'not', de: 'nicht' };
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['increased', 'decreased'],
  ['increases', 'decreases'],
  ['increase', 'decrease'],
  ['higher', 'lower'],
  ['larger', 'smaller'],
  ['largest', 'smallest'],
  ['before', 'after'],
  ['more', 'less'],
  ['most', 'least'],
  ['north', 'south'],
  ['northern', 'southern'],
  ['east', 'west'],
  ['eastern', 'western'],
  ['early', 'late'],
  ['oldest', 'newest'],
  ['first', 'last'],
  ['public', 'private'],
  ['with', 'without'],
  ['höher', 'niedriger'],
  ['größte', 'kleinste'],
  ['größten', 'kleinsten'],
  ['größer', 'kleiner'],
  ['vor', 'nach'],
  ['mehr', 'weniger'],
  ['Norden', 'Süden'],
  ['Osten', 'Westen'],
  ['nördlich', 'südlich'],
  ['östlich', 'westlich'],
  ['frühen', 'späten'],
  ['ersten', 'letzten'],
  ['mit', 'ohne'],
  ['Arbeitnehmer', 'Arbeitgeber'],
  ['Mieter', 'Vermieter'],
  ['Käufer', 'Verkäufer'],
  ['Gläubiger', 'Schuldner'],
  ['zulässig', 'unzulässig'],
  ['wirksam', 'unwirksam'],
];

/** The sentence with a name, a negation or a word of direction changed; one of each kind that it allows. */
export function changedWords(text: string, setting: ChangeSetting): ChangedSentence[] {
  return [...changedName(text, setting), ...changedNegation(text, setting), ...changedDirection(text, setting)];
}

function changedName(text: string, setting: ChangeSetting): ChangedSentence[] {
  const own = setting.names.filter((name) => text.includes(name));
  const others = setting.names.filter((name) => !text.includes(name));
  if (own.length === 0 || others.length === 0) return [];
  return replaceOne(text, wholeWords(own.join('|')), 'name', setting, (name) => otherOf(others, name, setting));
}

function changedNegation(text: string, setting: ChangeSetting): ChangedSentence[] {
  const negator = NEGATORS[setting.language];
  if (negator === undefined) return [];
  const without = text.replace(
    new RegExp(`\\s${negator}(?!\\p{L}|\\s(?:only|nur|just|more|mehr|less|weniger))`, 'u'),
    '',
  );
  if (without !== text) return [{ change: 'negation removed', text: without }];
  if (/(?<!\p{L})(?:no|never|none|kein\p{L}*|nie|niemals|n['’]t)(?!\p{L})/iu.test(text)) return [];
  const verb = wholeWords(FINITE_VERBS[setting.language] ?? '');
  return replaceOne(text, verb, 'negation added', setting, (found) => `${found} ${negator}`);
}

function changedDirection(text: string, setting: ChangeSetting): ChangedSentence[] {
  const pairs = OPPOSITES.flatMap(([first, second]) => [[first, second] as const, [second, first] as const]);
  const opposites = new Map(pairs);
  const pattern = wholeWords([...opposites.keys()].join('|'));
  return replaceOne(text, pattern, 'opposite', setting, (word) => opposites.get(word) ?? word);
}

function wholeWords(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d-])(?:${words})(?![\\p{L}\\d-])`, 'gu');
}

/**
 * Names of a text: words with a capital letter within a sentence; where the same document exists in another language,
 * only those that both versions have.
 */
export function namesOf(text: string, translation: string | null): string[] {
  const capitalised = text.match(/(?<=\p{Ll},?\s)\p{Lu}\p{Ll}{2,}(?![\p{L}-])/gu) ?? [];
  const names = [...new Set(capitalised)].filter((name) => !NO_NAME.test(name));
  return translation === null ? names : names.filter((name) => wholeWords(name).test(translation));
}

const NO_NAME =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|The|Art|Park|Name|Generation|Film|Plan)$/;

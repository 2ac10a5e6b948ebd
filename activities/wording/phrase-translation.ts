import { isPluralElement, isSelectElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { withoutHiddenCharacters } from '../language/text/normalised-text.ts';
import { ALL_TEMPLATES, type PhraseKey, type PhraseTemplates } from './english-templates.ts';

/** Phrases of a translation that can be said. */
export type TranslatedTemplates = Partial<PhraseTemplates>;

/** The headings and first words that a reader sees in every report: a translation that lacks one is not used. */
const INDISPENSABLE: readonly PhraseKey[] = [
  'nothingFound',
  'nearest',
  'passages',
  'uncertain',
  'overview',
  'details',
  'conflicts',
  'limitations',
  'keyFindings',
  'unanswered',
  'assumptions',
  'sources',
  'about',
];

/** A translation with fewer usable phrases is not used: a report must not look half-translated. */
const LEAST_SHARE = 0.9;

/** How much longer a translation may be than the English phrase. */
const LONGEST = { factor: 3, extra: 40 } as const;

/** Marks that the report explains or shows elsewhere. */
const KEPT_MARKS = /⚠|\(\?\)|\*\*|…|×|report\.json/gu;

/** What could turn a phrase into other Markdown than the English one is. */
const MARKUP = /[\p{Cc}\\`[\]<>|_~]|https?:|www\.|(?<!\*)\*(?!\*)|^\s*(?:[#>+=-]|\d+[.)]\s)/u;

/** Of every language (CLDR); a form that a language does not have is never said. */
const PLURAL_FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

export const PHRASE_KEYS = Object.keys(ALL_TEMPLATES) as readonly PhraseKey[];

/** The phrases that can be said as they are, and the faults of the others. */
export function checkTranslation(given: Readonly<Record<string, unknown>>) {
  const usable: Partial<Record<PhraseKey, string>> = {};
  const faults: string[] = [];
  for (const key of PHRASE_KEYS) {
    const translated = plainPhrase(given[key]);
    const fault = faultOf(key, translated);
    if (fault === null) usable[key] = translated;
    else faults.push(`${key}: ${fault}`);
  }
  const isWhole = INDISPENSABLE.every((key) => usable[key] !== undefined);
  const isUsable = isWhole && PHRASE_KEYS.length - faults.length >= PHRASE_KEYS.length * LEAST_SHARE;
  return { usable: usable as TranslatedTemplates, faults, isUsable };
}

/** An apostrophe would hide a name that follows it from the parser: l'{name}. */
function plainPhrase(given: unknown): string {
  return typeof given === 'string' ? withoutHiddenCharacters(given).replaceAll("'", '’').trim() : '';
}

/** In characters. */
export function longestTranslation(key: PhraseKey): number {
  return ALL_TEMPLATES[key].length * LONGEST.factor + LONGEST.extra;
}

function faultOf(key: PhraseKey, translated: string): string | null {
  const english: string = ALL_TEMPLATES[key];
  if (translated === '') return 'is missing';
  if (translated.length > longestTranslation(key)) return 'is too long';
  if (MARKUP.test(translated)) return 'holds markup';
  if (marksOf(translated) !== marksOf(english)) return `must keep the marks ${marksOf(english) || 'as they are: none'}`;
  const [wanted, found] = [namesIn(english), namesIn(translated)];
  if (found === null) return 'is no valid ICU message';
  const differs = describeNames(wanted ?? []) !== describeNames(found) && !isSameWithoutPlurals(wanted ?? [], found);
  return differs ? `must use exactly ${describeNames(wanted ?? []) || 'no names'}` : null;
}

function marksOf(text: string): string {
  return (text.match(KEPT_MARKS) ?? []).sort().join(' ');
}

interface UsedName {
  readonly name: string;
  readonly isPlural: boolean;
}

type Elements = ReturnType<typeof parse>;

/** Names in a message, each once; null: it cannot be said, or one of its forms leaves out a name that others use. */
function namesIn(message: string): readonly UsedName[] | null {
  try {
    const names = namesOf(parse(message, { ignoreTag: true }));
    if (names === null) return null;
    const plurals = new Set(names.filter(({ isPlural }) => isPlural).map(({ name }) => name));
    const known = [...new Set(names.map(({ name }) => name))].sort();
    return known.map((name) => ({ name, isPlural: plurals.has(name) }));
  } catch {
    // The parser throws when this is not a message.
    return null;
  }
}

function namesOf(elements: Elements): readonly UsedName[] | null {
  const found: UsedName[] = [];
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.argument) {
      found.push({ name: element.value, isPlural: false });
      continue;
    }
    if (!isPluralElement(element) || isSelectElement(element) || element.pluralType !== 'cardinal') return null;
    const forms = Object.entries(element.options).map(([category, { value }]) => {
      const isCategory = category.startsWith('=') || PLURAL_FORMS.has(category);
      return isCategory ? namesOf(value) : null;
    });
    const others = forms.map((names) => names && describeNames(names.filter(({ name }) => name !== element.value)));
    if (others.some((names) => names !== '')) return null;
    const last = element.options['other']?.value ?? [];
    if (!last.some(({ type, ...one }) => type === TYPE.pound || ('value' in one && one.value === element.value))) {
      return null;
    }
    found.push({ name: element.value, isPlural: true });
  }
  return found;
}

/** A language without plurals names a count as it is; what is no count in English must not become one. */
function isSameWithoutPlurals(wanted: readonly UsedName[], found: readonly UsedName[]): boolean {
  const isSame = wanted.map(({ name }) => name).join(' ') === found.map(({ name }) => name).join(' ');
  return isSame && found.every(({ isPlural }, index) => !isPlural || wanted[index]?.isPlural === true);
}

function describeNames(names: readonly UsedName[]): string {
  return names.map(({ name, isPlural }) => (isPlural ? `{${name}, plural, …}` : `{${name}}`)).join(' ');
}

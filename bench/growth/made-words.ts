import { createVocabulary, type GeneratedLanguage, type Vocabulary } from '../load/generated-words.ts';

/** What the six parts of the made question are about, in both languages. */
export const SUBJECTS: Readonly<Record<GeneratedLanguage, readonly string[]>> = {
  en: ['storage tank', 'relief valve', 'harbour crane', 'cooling pump', 'control cabinet', 'emergency generator'],
  de: ['Lagertank', 'Druckventil', 'Hafenkran', 'Kühlpumpe', 'Schaltschrank', 'Notstromaggregat'],
};

export const QUESTIONS: Readonly<Record<GeneratedLanguage, readonly string[]>> = {
  en: [
    'How often must a storage tank be inspected?',
    'At what pressure does the relief valve open?',
    'Which load may the harbour crane lift in wind?',
    'How long may the cooling pump stand still?',
    'Who may open the control cabinet?',
    'How quickly does the emergency generator start?',
  ],
  de: [
    'Wie oft ist ein Lagertank zu prüfen?',
    'Bei welchem Druck öffnet das Druckventil?',
    'Welche Last darf der Hafenkran bei Wind heben?',
    'Wie lange darf die Kühlpumpe stillstehen?',
    'Wer darf den Schaltschrank öffnen?',
    'Wie schnell läuft das Notstromaggregat an?',
  ],
};

/** `{s}` is the subject, `{n}` a name, `{w}` any word, `{f}` a figure, `{u}` a unit. */
const PATTERNS: Readonly<Record<GeneratedLanguage, readonly string[]>> = {
  en: [
    'The {s} at {n} must be inspected every {f} {u} by a qualified {w}.',
    'After {f} {u} of operation the {s} is taken out of service and the {w} is renewed.',
    'A {s} that was repaired after {f} may only be used with the consent of the {n} authority.',
    'Where the {w} exceeds {f} {u}, the operator of the {s} informs {n} without delay.',
    'The manufacturer of the {s} recommends a {w} test before the first {w} of the season.',
    'Only persons trained by {n} may open the {s} or replace its {w}.',
    'In tests at {n} the {s} reached its {w} after {f} {u} on average.',
    'No {s} may be left without supervision while the {w} is {w}.',
    'The load of the {s} is limited to {f} {u} when the {w} is wet.',
    'Damage to the {w} was the most frequent cause of failure of the {s} near {n}.',
    'According to {n}, a {s} built before {f} has a weaker {w} than later ones.',
    'If the {w} freezes, the {s} has to be started by hand within {f} {u}.',
    'The {s} stands still for at most {f} {u} a year, mostly because of its {w}.',
    'Records of the {s} are kept for {f} {u} together with those of the {w}.',
  ],
  de: [
    'Der Betreiber lässt {s} in {n} alle {f} {u} durch eine befähigte Person am {w} prüfen.',
    'Nach {f} {u} im Betrieb wird {s} stillgelegt und das {w} erneuert.',
    'Wurde {s} nach {f} instand gesetzt, ist die Zustimmung der Behörde {n} für das {w} erforderlich.',
    'Überschreitet das {w} {f} {u}, so ist {n} für {s} unverzüglich zu unterrichten.',
    'Der Hersteller empfiehlt für {s} eine Probe mit {w} vor dem ersten {w} der Saison.',
    'Nur in {n} unterwiesene Personen dürfen {s} öffnen oder das {w} ersetzen.',
    'Bei Versuchen in {n} erreichte {s} das {w} im Mittel nach {f} {u}.',
    'Die Last ist für {s} auf {f} {u} begrenzt, wenn das {w} nass ist.',
    'Schäden am {w} waren bei {n} die häufigste Ursache für den Ausfall von {s}.',
    'Friert das {w} ein, muss {s} innerhalb von {f} {u} von Hand angefahren werden.',
    'Die Aufzeichnungen über {s} werden {f} {u} lang mit denen über das {w} aufbewahrt.',
  ],
};

const UNITS: Readonly<Record<GeneratedLanguage, readonly string[]>> = {
  en: ['days', 'hours', 'months', 'years', 'bar', 'kilograms', 'metres', 'percent', 'minutes', 'tonnes'],
  de: ['Tage', 'Stunden', 'Monate', 'Jahre', 'bar', 'Kilogramm', 'Meter', 'Prozent', 'Minuten', 'Tonnen'],
};
/** Of the sentences, those that say something else than the patterns. */
const FREE_SHARE = 0.35;

const vocabularies: Partial<Record<GeneratedLanguage, Vocabulary>> = {};

/** A sentence about a subject; every call gives another one. */
export function madeSentence(language: GeneratedLanguage, subject: string, random: () => number): string {
  const vocabulary = (vocabularies[language] ??= createVocabulary(language));
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  if (random() < FREE_SHARE) {
    const words = Array.from({ length: 9 + Math.floor(random() * 12) }, () => vocabulary.word(random()));
    const text = [...words.slice(0, 4), subject, ...words.slice(4)].join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
  return one(PATTERNS[language]).replaceAll(/\{(\w)\}/g, (_, kind: string) => {
    if (kind === 's') return subject;
    if (kind === 'n') return madeName(vocabulary, random);
    if (kind === 'f') return String(1 + Math.floor(random() ** 3 * 400));
    return kind === 'u' ? one(UNITS[language]) : vocabulary.noun(0.4 + 0.6 * random());
  });
}

function madeName(vocabulary: Vocabulary, random: () => number): string {
  const word = vocabulary.noun(0.5 + 0.5 * random());
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A sentence that differs from another one in a figure or in one word, or not at all. */
export function nearCopyOf(sentence: string, random: () => number): string {
  const kind = random();
  if (kind < 0.3) return sentence;
  if (kind < 0.7) return sentence.replace(/\d+/, (figure) => String(Number(figure) + 1 + Math.floor(9 * random())));
  const words = sentence.split(' ');
  words.splice(1 + Math.floor(random() * (words.length - 2)), 1);
  return words.join(' ');
}

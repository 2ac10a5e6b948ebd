import snowball from 'snowball-stemmers';

/** Snowball stemmers that the index supports as well, by ISO 639-1 code. */
export const SNOWBALL_ALGORITHMS: Readonly<Record<string, string>> = {
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

const MEMO_LIMIT = 100_000;

interface MemoisedStemmer {
  stem(word: string): string;
  readonly memo: Map<string, string>;
}

const stemmers = new Map<string, MemoisedStemmer>();

/** Snowball stem of a lower-case word; the word itself in languages without a stemmer. */
export function stemOf(word: string, language: string): string {
  const algorithm = SNOWBALL_ALGORITHMS[language];
  if (algorithm === undefined || !/^\p{L}+$/u.test(word)) return word;
  const stemmer = stemmerFor(algorithm);
  let stem = stemmer.memo.get(word);
  if (stem === undefined) {
    if (stemmer.memo.size >= MEMO_LIMIT) stemmer.memo.clear();
    stem = stemmer.stem(word);
    stemmer.memo.set(word, stem);
  }
  return stem;
}

function stemmerFor(algorithm: string): MemoisedStemmer {
  let stemmer = stemmers.get(algorithm);
  if (stemmer === undefined) {
    const created = snowball.newStemmer(algorithm);
    stemmer = { stem: (word) => created.stem(word), memo: new Map() };
    stemmers.set(algorithm, stemmer);
  }
  return stemmer;
}

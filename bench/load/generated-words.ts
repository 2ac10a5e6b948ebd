import { createRandom } from './random.ts';

export type GeneratedLanguage = 'de' | 'en';

/** A vocabulary whose words are used as unevenly as those of a natural language. */
export interface Vocabulary {
  /** A word of the text, by Zipf's law; the random number decides which. */
  word(random: number): string;
  noun(random: number): string;
}

interface Sounds {
  readonly functionWords: readonly string[];
  readonly onsets: readonly string[];
  readonly vowels: readonly string[];
  readonly codas: readonly string[];
  readonly endings: readonly string[];
}

const split = (words: string): string[] => words.split(' ');

/** Function words are real, so that the language of a text can be told; every other word is generated. */
const SOUNDS: Readonly<Record<GeneratedLanguage, Sounds>> = {
  de: {
    functionWords: split(
      'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wenn',
    ),
    onsets: split('b d f g h k l m n p r s t w sch st br dr gr kl pr tr schw pf z'),
    vowels: split('a e i o u au ei ie ä ö ü'),
    codas: split('n r l s t ch ng rt nd lt ck ss m rk'),
    endings: split('en er ung e keit lich ig isch'),
  },
  en: {
    functionWords: split(
      'the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you were there been one all their has would what will can if so no when who more out up into do any than its only',
    ),
    onsets: split('b c d f g h l m n p r s t w sh st br dr gr cl pr tr th qu'),
    vowels: split('a e i o u ea ou ai oo'),
    codas: split('n r l s t ck ng rd nd st m p ll sh'),
    endings: split('ed ing er ly tion ment s ness'),
  },
};

/** Words beside the function words; a book has about so many. */
const INVENTED_WORDS = 30_000;
/** Of all German nouns, those made of two. */
const COMPOUND_SHARE = 0.4;

export function createVocabulary(language: GeneratedLanguage): Vocabulary {
  const sounds = SOUNDS[language];
  const random = createRandom(language === 'de' ? 49 : 44);
  const generated = Array.from({ length: INVENTED_WORDS }, () => inventWord(sounds, random));
  const words = [...sounds.functionWords, ...generated];
  const nouns = generated.map((word) => (language === 'de' ? toGermanNoun(word, generated, random) : word));
  return { word: (share) => pick(words, share), noun: (share) => pick(nouns, share) };
}

/** By Zipf's law: the rank is drawn from the inverse of the harmonic sums, log(rank) being spread evenly. */
function pick(words: readonly string[], share: number): string {
  const rank = Math.floor((words.length + 1) ** share);
  return words[Math.min(rank, words.length) - 1] ?? '';
}

function inventWord(sounds: Sounds, random: () => number): string {
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const syllables = 1 + Math.floor(random() * 3);
  const stem = Array.from({ length: syllables }, () => one(sounds.onsets) + one(sounds.vowels)).join('');
  return stem + one(sounds.codas) + (random() < 0.5 ? one(sounds.endings) : '');
}

function toGermanNoun(word: string, others: readonly string[], random: () => number): string {
  const head = random() < COMPOUND_SHARE ? (others[Math.floor(random() * others.length)] ?? '') : '';
  const compound = word + head;
  return compound.charAt(0).toUpperCase() + compound.slice(1);
}

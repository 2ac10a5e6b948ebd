/** Words by which texts are divided, and their numbers, units and dates are read. */
export interface TextWords {
  /** Function words, by blanks: they are no subject, and tell the language of a short text. */
  readonly stopWords?: string;
  /** Every noun has a capital letter: a capital marks no name, and words in lower case are no subject. */
  readonly capitalisesNouns?: true;
  /** Compounds are one word: "Grenzwert". */
  readonly writesCompounds?: true;
  /** Words with a full stop inside a sentence, by blanks; not those that often end one ("etc."). */
  readonly abbreviations?: string;
  /** Abbreviations that are words as well, in the case in which they end a sentence. */
  readonly abbreviationsThatAreWords?: string;
  /** Before an ordinal with a full stop, which ends no sentence: "am 1. Januar", "mit dem vollendeten 14. Lebensmonat". */
  readonly ordinalLeads?: string;
  /** Join the halves of a compound that share a part, so that a hyphen before them stays: "Ein- und Ausfuhr". */
  readonly suspendedCompoundJoints?: string;
  /** A regular expression for words that are written with their hyphen, also where a line ends at it: "self-adjusting". */
  readonly hyphenatedWords?: string;
  /** The same for words that are so only if both parts are words of their own: "bypass-valve", but not "consider-able". */
  readonly hyphenatedPairs?: string;

  /** Two to twenty, by blanks. */
  readonly numbers?: string;
  /** Thirty to ninety and a hundred, by blanks. */
  readonly tens?: string;
  /** Third to twelfth, by blanks; "first" and "second" more often open arguments or measure time than count. */
  readonly ordinals?: string;
  /** Endings of each ordinal, by blanks; none: the ordinals are whole words. */
  readonly ordinalEndings?: string;
  /** What makes digits an ordinal: "3rd". */
  readonly ordinalMarks?: string;
  /** Stand before the date of which a document is. */
  readonly datedAs?: string;
  /** Stand before what last changed a document, with its date. */
  readonly amendedBy?: string;
  /** By blanks. */
  readonly multipliers?: Readonly<Partial<Record<'hundred' | 'thousand' | 'million' | 'billion', string>>>;
  /** Words for 0, 2 and 12, by blanks. */
  readonly zero?: string;
  readonly twice?: string;
  readonly dozen?: string;
  /** Words for 1 that are no article. */
  readonly single?: string;
  /** Articles that count one: "an hour". */
  readonly oneArticles?: string;
  /** Ends of adjectives that hold a number and a unit of time: "sechsmonatig". */
  readonly spanAdjectives?: string;
  /** Between two numbers that share what follows: "3 to 6 %". */
  readonly rangeJoints?: string;
  /** Before the unit of a rate: "per minute". */
  readonly rateWords?: string;
  /** Names of units. */
  readonly units?: Readonly<Partial<Record<UnitName, string>>>;

  /** January to December, in lower case. */
  readonly months?: readonly string[];
  /** Between the day and the month: "3rd of May". */
  readonly dayJoint?: string;
  /** First to fourth, before the word for a quarter. */
  readonly quarterOrdinals?: readonly string[];
  readonly quarter?: string;
  /** This weekend. */
  readonly thisWeekend?: string;
  /** Behind four digits that are a figure then, and no year: "2000 jobs". */
  readonly countedByFigures?: string;
}

export type UnitName = (typeof UNIT_NAMES)[number];

/** Units that have names, and no symbol alone. */
const UNIT_NAMES = [
  'workingDay',
  'microsecond',
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
  'millimetre',
  'centimetre',
  'metre',
  'kilometre',
  'mile',
  'foot',
  'squareMetre',
  'hectare',
  'squareKilometre',
  'milligram',
  'gram',
  'kilogram',
  'ton',
  'millilitre',
  'litre',
  'cubicMetre',
  'euro',
  'cent',
  'dollar',
  'pound',
  'mark',
  'percent',
  'perMille',
  'percentagePoint',
  'celsius',
  'fahrenheit',
  'kelvin',
  'pascal',
  'millibar',
  'bar',
  'psi',
  'hertz',
  'kilohertz',
  'megahertz',
  'gigahertz',
  'byte',
  'kilobyte',
  'kibibyte',
  'megabyte',
  'mebibyte',
  'gigabyte',
  'gibibyte',
  'terabyte',
  'kilometrePerHour',
  'milePerHour',
  'watt',
  'kilowatt',
  'megawatt',
  'kilowattHour',
  'millivolt',
  'volt',
  'kilovolt',
  'milliampere',
  'ampere',
  'decibel',
] as const;

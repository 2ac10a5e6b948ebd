import {
  anyText,
  databaseValue,
  decimalValue,
  type EnvironmentVariable,
  hoursValue,
  ocrValue,
  wholeNumberValue,
} from './environment-values.ts';

const WORKER = ['worker'] as const;

/** Variables that say what is read and kept, where, and for how long. */
export const STORAGE_VARIABLES = {
  PLUMBLINE_OCR: {
    schema: ocrValue,
    meaning: 'languages in which the words of scans and pictures are recognised, like eng or deu+eng',
    default: 'off',
    range: 'off, or languages whose data is installed',
    readBy: WORKER,
  },
  PLUMBLINE_PAGE_TTL_HOURS: {
    schema: hoursValue,
    meaning: 'hours for which other runs may reuse a fetched page',
    default: '24',
    range: '0 or more',
    readBy: WORKER,
  },
  PLUMBLINE_ANSWER_TTL_HOURS: {
    schema: hoursValue,
    meaning: 'hours for which other runs may reuse an answer of a model or a search',
    default: '168',
    range: '0 or more',
    readBy: WORKER,
  },
  PLUMBLINE_MEMORY_ARCHIVE_DAYS: {
    schema: wholeNumberValue(36_500),
    meaning: 'days after which a remembered entry that is not core and was not confirmed again goes into the archive',
    default: '180',
    range: '1 to 36,500',
    readBy: WORKER,
  },
  PLUMBLINE_REVIEW_RATE: {
    schema: decimalValue(1),
    meaning: 'share of the answers that are copied, by chance, to the review folder of the store',
    default: '0',
    range: '0 to 1',
    readBy: WORKER,
  },
  PLUMBLINE_DATABASE_URL: {
    schema: databaseValue,
    meaning: 'PostgreSQL address of the database for answers, ledgers and memory',
    unset: 'a file in the store',
    isSecret: true,
    readBy: WORKER,
  },
  PLUMBLINE_PRICES: {
    schema: anyText,
    meaning: 'YAML or JSON file with prices of models and searches',
    unset: 'no prices',
    readBy: WORKER,
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

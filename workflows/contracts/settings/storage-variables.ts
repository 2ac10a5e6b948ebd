import { z } from 'zod';
import {
  anyText,
  databaseValue,
  decimalValue,
  type EnvironmentVariable,
  hoursValue,
  ocrValue,
  plainAddressValue,
  s3Value,
  sizeValue,
  wholeNumberValue,
} from './environment-values.ts';
import { quotasValue } from './quotas.ts';

/** Where texts and originals are kept. The keys have the names that other programs for S3 use. */
const BLOB_VARIABLES = {
  'storage.blobs': {
    schema: s3Value,
    meaning: 'bucket of S3 for texts and originals, as s3://bucket/prefix',
    unset: 'a folder in the store',
  },
  'storage.blobs-endpoint': {
    schema: plainAddressValue,
    meaning: 'address of another server that speaks the protocol of S3',
    unset: 'AWS',
  },
  'storage.blobs-region': {
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be a region like eu-central-1'),
    meaning: 'region of the bucket',
    default: 'us-east-1',
  },
  'storage.blob-cache': {
    schema: sizeValue,
    meaning: 'most that copies of what is in the bucket take on the disk',
    default: '2GB',
    range: 'like 500MB; 0: no copies',
  },
  AWS_ACCESS_KEY_ID: { schema: anyText, meaning: 'name of the key of the bucket', isSecret: true },
  AWS_SECRET_ACCESS_KEY: { schema: anyText, meaning: 'key of the bucket', isSecret: true },
  AWS_SESSION_TOKEN: { schema: anyText, meaning: 'token of a temporary key', isSecret: true },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Variables that say what is read and kept, where, and for how long. */
export const STORAGE_VARIABLES = {
  PLUMBLINE_OCR: {
    file: 'documents.ocr',
    schema: ocrValue,
    meaning: 'languages in which the words of scans and pictures are recognised, like eng or deu+eng',
    default: 'off',
    range: 'off, or languages whose data is installed',
  },
  'documents.hard-links': {
    schema: z.enum(['read', 'refuse'], 'must be read or refuse').transform((value) => value === 'refuse'),
    meaning: 'whether files of folders are read that have other names as well, which may be anywhere on the disk',
    default: 'read',
    range: 'read, refuse',
  },
  'documents.uploads': {
    schema: sizeValue,
    meaning: 'most that the uploaded documents of one user take on the disk',
    default: '2GB',
    range: 'like 500MB; 0: no uploads',
  },
  'web.page-ttl-hours': {
    schema: hoursValue,
    meaning: 'hours for which other runs may reuse a fetched page',
    default: '24',
    range: '0 or more',
  },
  'answers.ttl-hours': {
    schema: hoursValue,
    meaning: 'hours for which other runs may reuse an answer of a model or a search',
    default: '168',
    range: '0 or more',
  },
  'memory.archive-days': {
    schema: wholeNumberValue(36_500),
    meaning: 'days after which a remembered entry that is not core and was not confirmed again goes into the archive',
    default: '180',
    range: '1 to 36,500',
  },
  'answers.review-rate': {
    schema: decimalValue(1),
    meaning: 'share of the answers that are copied, by chance, to the review folder of the store',
    default: '0',
    range: '0 to 1',
  },
  PLUMBLINE_DATABASE_URL: {
    schema: databaseValue,
    meaning: 'PostgreSQL address of the database for answers, ledgers and memory',
    unset: 'a file in the store',
    isSecret: true,
  },
  ...BLOB_VARIABLES,
  'limits.prices': {
    schema: anyText,
    meaning: 'YAML or JSON file with prices of models and searches',
    unset: 'no prices',
  },
  'limits.quotas': {
    schema: quotasValue,
    meaning: 'most that each user and each tenant may use on a day (UTC): runs, tokens of models, US dollars',
    unset: 'no quotas',
    range: 'like user=runs:20,tokens:2000000,money:5;tenant=runs:200,money:50',
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

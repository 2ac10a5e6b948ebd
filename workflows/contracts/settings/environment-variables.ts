import { z } from 'zod';
import { MAX_LINGER_MINUTES, temporalPortSchema } from '../common/embedded-state.ts';
import { WORK_KINDS } from '../common/task-queues.ts';
import {
  anyText,
  contactValue,
  decimalValue,
  dimensionsValue,
  type EnvironmentVariable,
  FEWEST_DIMENSIONS,
  hostsValue,
  minutesValue,
  MOST_DIMENSIONS,
  plainAddressValue,
  prefixValue,
  queuesValue,
  recipientsValue,
  smtpValue,
  switchValue,
  tenantValue,
} from './environment-values.ts';
import { FLEET_VARIABLES } from './fleet-variables.ts';
import { MODEL_VARIABLES } from './model-variables.ts';
import { PROTECTION_VARIABLES } from './protection-variables.ts';
import { STORAGE_VARIABLES } from './storage-variables.ts';

/** Keys of the services where briefings may keep their issues. */
const ISSUE_VARIABLES = {
  LINEAR_API_KEY: {
    schema: anyText,
    meaning: 'key of Linear, for briefings that keep their issues there',
    isSecret: true,
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Who is told where a run waits and ends. */
const NOTICE_VARIABLES = {
  'notify.to': {
    schema: recipientsValue,
    meaning: 'who is told when a run waits for a person or ends: webhooks (http, https) and mailto:, with commas',
    unset: 'no messages',
    range: 'like https://hooks.example/x,mailto:person@example.org',
  },
  PLUMBLINE_SMTP_URL: {
    schema: smtpValue,
    meaning: 'mail server that sends those messages, as smtps://user:password@host:465',
    unset: 'no mail',
    isSecret: true,
  },
  'page.url': {
    schema: plainAddressValue,
    meaning: 'address where people reach the page, for the links in those messages and the way back from a sign-in',
    unset: 'no links; the way back is to the address that the browser has',
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Every environment variable, except for search providers, whose variables are defined with the providers. */
export const ENVIRONMENT_VARIABLES = {
  PLUMBLINE_HOME: {
    schema: anyText,
    meaning: 'folder of the store',
    unset: '`.plumbline` in this folder, or else the store that `init` made for all folders',
  },
  PLUMBLINE_CONFIG: {
    schema: anyText,
    meaning: 'config file to read instead of `plumbline.yml` in the store, as a container mounts it',
    unset: '`plumbline.yml` in the store',
  },
  'documents.folders': {
    schema: anyText,
    meaning: 'list of the documents that commands search where none are named; relative to the file',
    unset: 'none',
  },
  PLUMBLINE_TASK_QUEUE: {
    file: 'temporal.task-queue',
    schema: z.string().regex(/^[\w.:/-]{1,200}$/, 'use 1 to 200 letters, digits and . _ : / -'),
    meaning: 'base name of the task queues',
    unset: 'named after the id of the store',
    range: '1 to 200 letters, digits and . _ : / -',
  },
  PLUMBLINE_TEMPORAL_PORT: {
    file: 'temporal.port',
    schema: temporalPortSchema,
    meaning: 'port of the embedded Temporal server; its Web UI uses the port 1000 above',
    default: '7233',
    range: '1 to 64535, or 0 for any free port',
  },
  'answers.cite-threshold': {
    schema: decimalValue(1),
    meaning: 'default of `--cite-threshold`: nothing is cited that is less relevant',
    unset: '0.3',
    range: '0 to 1',
  },
  'temporal.linger': {
    schema: minutesValue(MAX_LINGER_MINUTES),
    meaning: 'minutes that server and worker stay after a command on a terminal; `--linger` wins',
    default: '10',
    range: `0 to ${MAX_LINGER_MINUTES}`,
  },
  'temporal.tenant': {
    schema: tenantValue,
    meaning: 'fairness key of new runs without a user, for servers that take turns between keys',
    unset: 'no fairness key',
    range: '1 to 64 letters, digits and . _ -',
  },
  ...PROTECTION_VARIABLES,
  ...MODEL_VARIABLES,
  PLUMBLINE_EMBEDDING_BASE_URL: {
    file: 'embedding.endpoint',
    schema: plainAddressValue,
    meaning: 'address of an OpenAI-compatible embeddings endpoint',
    unset: 'that of the model',
  },
  PLUMBLINE_EMBEDDING_API_KEY: {
    file: 'embedding.key',
    schema: anyText,
    meaning: 'key of the embeddings endpoint',
    unset: 'that of the model',
    isSecret: true,
  },
  PLUMBLINE_EMBEDDING_MODEL: {
    file: 'embedding.model',
    schema: anyText,
    meaning: 'name of the embedding model',
    unset: 'a model that was added with `model`; else search by words only',
  },
  'embedding.query-prefix': {
    schema: prefixValue,
    meaning: 'words that the embedding model needs before a query; a blank follows, \\n is a new line, none: no words',
    unset: 'known for common models',
  },
  'embedding.passage-prefix': {
    schema: prefixValue,
    meaning: 'the same before a passage',
    unset: 'known for common models',
  },
  'embedding.dimensions': {
    schema: dimensionsValue,
    meaning: 'length of the vectors, for models that allow shorter ones',
    unset: 'that of the model',
    range: `${FEWEST_DIMENSIONS} to ${MOST_DIMENSIONS}`,
  },
  'embedding.folder': {
    schema: anyText,
    meaning: 'folder of the model that `model` fetches, used where no other embedding model is named',
    unset: '`model` in the store',
  },
  'embedding.files': {
    schema: plainAddressValue,
    meaning: 'address below which `model` finds tokenizer.json and onnx/model_quantized.onnx',
    default: 'https://huggingface.co/Xenova/multilingual-e5-small/resolve/main/',
  },
  'rerank.endpoint': {
    schema: plainAddressValue,
    meaning: 'address of a reranking endpoint',
    unset: 'built-in ranking',
  },
  'rerank.model': { schema: anyText, meaning: 'name of the reranking model' },
  'rerank.key': { schema: anyText, meaning: 'key of the reranking endpoint', isSecret: true },
  PLUMBLINE_CONTACT: {
    file: 'web.contact',
    schema: contactValue,
    meaning: 'mail or web address that servers on the web get to contact you',
  },
  'web.allowed-hosts': {
    schema: hostsValue,
    meaning: 'hosts to read pages from although they are not public, separated by commas',
  },
  ...ISSUE_VARIABLES,
  ...NOTICE_VARIABLES,
  ...STORAGE_VARIABLES,
  ...FLEET_VARIABLES,
  WORKER_QUEUES: {
    file: 'worker.queues',
    schema: queuesValue,
    meaning: 'queues that a worker serves, separated by commas',
    default: WORK_KINDS.join(','),
    range: `any of ${WORK_KINDS.join(', ')}`,
  },
  'worker.deployment': {
    schema: anyText,
    meaning: 'name of the Worker Deployment; runs then stay with the build that began them',
    unset: 'no deployment',
  },
  'worker.allow-mixed-builds': {
    schema: switchValue,
    meaning: 'start a worker although another build serves the same queue',
    default: '0',
    range: '0 or 1',
  },
  TEMPORAL_ADDRESS: {
    schema: z.string().regex(/^\S+:\d{1,5}$/, 'use host:port, like 127.0.0.1:7233'),
    meaning: 'host:port of a Temporal Service',
    unset: 'the embedded server',
  },
  TEMPORAL_PROFILE: { schema: anyText, meaning: 'profile in the configuration file of Temporal' },
  TEMPORAL_CONFIG_FILE: { schema: anyText, meaning: 'configuration file of Temporal' },
  TEMPORAL_CLI_PATH: {
    schema: anyText,
    meaning: 'path of the Temporal CLI, which holds the embedded server',
    unset: 'found on the PATH, downloaded or built',
  },
  XDG_DATA_HOME: {
    schema: anyText,
    meaning: 'folder of data, for a store that all folders share: `plumbline` in it',
    unset: '~/.local/share',
  },
  XDG_CACHE_HOME: { schema: anyText, meaning: 'folder of caches, for a downloaded Temporal CLI', unset: '~/.cache' },
  COLUMNS: { schema: anyText, meaning: 'width of the output', unset: 'that of the terminal' },
  NO_COLOR: { schema: anyText, meaning: 'if set, no colours' },
  TERM: { schema: anyText, meaning: 'if dumb, no colours, redrawing and questions' },
  CI: { schema: anyText, meaning: 'if set, no questions, and server and worker end with the command' },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

export type VariableName = keyof typeof ENVIRONMENT_VARIABLES;
type Table = typeof ENVIRONMENT_VARIABLES;

/** Value of a variable; undefined where it may be unset. */
export type VariableValue<Name extends VariableName> =
  | z.output<Table[Name]['schema']>
  | (Table[Name] extends { readonly default: string } ? never : undefined);

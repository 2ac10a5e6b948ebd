import { z } from 'zod';
import { MAX_LINGER_MINUTES, temporalPortSchema } from '../common/embedded-state.ts';
import { WORK_KINDS } from '../common/task-queues.ts';
import {
  anyText,
  contactValue,
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
    readBy: ['worker'],
  },
  GITHUB_TOKEN: {
    schema: anyText,
    meaning: 'token of GitHub that may read and write issues, for briefings that keep their issues there',
    isSecret: true,
    readBy: ['worker'],
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

const BOTH = ['client', 'worker'] as const;
const WORKER = ['worker'] as const;

/** Who is told where a run waits and ends. */
const NOTICE_VARIABLES = {
  PLUMBLINE_NOTIFY: {
    schema: recipientsValue,
    meaning: 'who is told when a run waits for a person or ends: webhooks (http, https) and mailto:, with commas',
    unset: 'no messages',
    range: 'like https://hooks.example/x,mailto:person@example.org',
    readBy: ['worker'],
  },
  PLUMBLINE_SMTP_URL: {
    schema: smtpValue,
    meaning: 'mail server that sends those messages, as smtps://user:password@host:465',
    unset: 'no mail',
    isSecret: true,
    readBy: ['worker'],
  },
  PLUMBLINE_PAGE_URL: {
    schema: plainAddressValue,
    meaning: 'address where people reach the page, for the links in those messages and the way back from a sign-in',
    unset: 'no links; the way back is to the address that the browser has',
    readBy: BOTH,
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Every environment variable, except for search providers, whose variables are defined with the providers. */
export const ENVIRONMENT_VARIABLES = {
  PLUMBLINE_HOME: {
    schema: anyText,
    meaning: 'folder of the store',
    default: '.plumbline',
    readBy: ['client', 'worker', 'supervisor'],
  },
  PLUMBLINE_TASK_QUEUE: {
    schema: z.string().regex(/^[\w.:/-]{1,200}$/, 'use 1 to 200 letters, digits and . _ : / -'),
    meaning: 'base name of the task queues',
    unset: 'named after the id of the store',
    range: '1 to 200 letters, digits and . _ : / -',
    readBy: BOTH,
  },
  PLUMBLINE_CITE_THRESHOLD: {
    schema: z.coerce.number().min(0).max(1),
    meaning: 'default of `--cite-threshold`: nothing is cited that is less relevant',
    default: '0.3',
    range: '0 to 1',
    readBy: ['client'],
  },
  PLUMBLINE_TEMPORAL_PORT: {
    schema: temporalPortSchema,
    meaning: 'port of the embedded Temporal server; its Web UI uses the port 1000 above',
    default: '7233',
    range: '1 to 64535, or 0 for any free port',
    readBy: ['client', 'supervisor'],
  },
  PLUMBLINE_LINGER: {
    schema: minutesValue(MAX_LINGER_MINUTES),
    meaning: 'minutes that server and worker stay after a command on a terminal; `--linger` wins',
    default: '10',
    range: `0 to ${MAX_LINGER_MINUTES}`,
    readBy: ['client'],
  },
  PLUMBLINE_TENANT: {
    schema: tenantValue,
    meaning: 'fairness key of new runs without a user, for servers that take turns between keys',
    unset: 'no fairness key',
    range: '1 to 64 letters, digits and . _ -',
    readBy: ['client'],
  },
  ...PROTECTION_VARIABLES,
  PLUMBLINE_DEBUG: {
    schema: switchValue,
    meaning: 'show stack traces of errors',
    default: '0',
    range: '0 or 1',
    readBy: ['client'],
  },
  ...MODEL_VARIABLES,
  PLUMBLINE_EMBEDDING_BASE_URL: {
    schema: plainAddressValue,
    meaning: 'address of an OpenAI-compatible embeddings endpoint',
    unset: 'that of the model',
    readBy: WORKER,
  },
  PLUMBLINE_EMBEDDING_API_KEY: {
    schema: anyText,
    meaning: 'key of the embeddings endpoint',
    unset: 'that of the model',
    isSecret: true,
    readBy: WORKER,
  },
  PLUMBLINE_EMBEDDING_MODEL: {
    schema: anyText,
    meaning: 'name of the embedding model',
    unset: 'a model that was added with `model add`; else search by words only',
    readBy: WORKER,
  },
  PLUMBLINE_EMBEDDING_QUERY_PREFIX: {
    schema: prefixValue,
    meaning: 'words that the embedding model needs before a query; a blank follows, \\n is a new line, none: no words',
    unset: 'known for common models',
    readBy: WORKER,
  },
  PLUMBLINE_EMBEDDING_PASSAGE_PREFIX: {
    schema: prefixValue,
    meaning: 'the same before a passage',
    unset: 'known for common models',
    readBy: WORKER,
  },
  PLUMBLINE_EMBEDDING_DIMENSIONS: {
    schema: dimensionsValue,
    meaning: 'length of the vectors, for models that allow shorter ones',
    unset: 'that of the model',
    range: `${FEWEST_DIMENSIONS} to ${MOST_DIMENSIONS}`,
    readBy: WORKER,
  },
  PLUMBLINE_EMBEDDING_FOLDER: {
    schema: anyText,
    meaning: 'folder of the model that `model add` fetches, used where no other embedding model is named',
    unset: '`model` in the store',
    readBy: ['client', 'worker'],
  },
  PLUMBLINE_EMBEDDING_FILES: {
    schema: plainAddressValue,
    meaning: 'address below which `model add` finds tokenizer.json and onnx/model_quantized.onnx',
    default: 'https://huggingface.co/Xenova/multilingual-e5-small/resolve/main/',
    readBy: ['client'],
  },
  PLUMBLINE_RERANK_URL: {
    schema: plainAddressValue,
    meaning: 'address of a reranking endpoint',
    unset: 'built-in ranking',
    readBy: WORKER,
  },
  PLUMBLINE_RERANK_MODEL: { schema: anyText, meaning: 'name of the reranking model', readBy: WORKER },
  PLUMBLINE_RERANK_API_KEY: {
    schema: anyText,
    meaning: 'key of the reranking endpoint',
    isSecret: true,
    readBy: WORKER,
  },
  PLUMBLINE_CONTACT: {
    schema: contactValue,
    meaning: 'mail or web address that servers on the web get to contact you',
    readBy: BOTH,
  },
  PLUMBLINE_WEB_ALLOWED_HOSTS: {
    schema: hostsValue,
    meaning: 'hosts to read pages from although they are not public, separated by commas',
    readBy: WORKER,
  },
  ...ISSUE_VARIABLES,
  ...NOTICE_VARIABLES,
  ...STORAGE_VARIABLES,
  ...FLEET_VARIABLES,
  WORKER_QUEUES: {
    schema: queuesValue,
    meaning: 'queues that a worker serves, separated by commas',
    default: WORK_KINDS.join(','),
    range: `any of ${WORK_KINDS.join(', ')}`,
    readBy: WORKER,
  },
  PLUMBLINE_DEPLOYMENT: {
    schema: anyText,
    meaning: 'name of the Worker Deployment; runs then stay with the build that began them',
    unset: 'no deployment',
    readBy: WORKER,
  },
  PLUMBLINE_ALLOW_MIXED_BUILDS: {
    schema: switchValue,
    meaning: 'start a worker although another build serves the same queue',
    default: '0',
    range: '0 or 1',
    readBy: WORKER,
  },
  TEMPORAL_ADDRESS: {
    schema: z.string().regex(/^\S+:\d{1,5}$/, 'use host:port, like 127.0.0.1:7233'),
    meaning: 'host:port of a Temporal Service',
    unset: 'the embedded server',
    readBy: BOTH,
  },
  TEMPORAL_PROFILE: { schema: anyText, meaning: 'profile in the configuration file of Temporal', readBy: BOTH },
  TEMPORAL_CONFIG_FILE: { schema: anyText, meaning: 'configuration file of Temporal', readBy: BOTH },
  TEMPORAL_CLI_PATH: {
    schema: anyText,
    meaning: 'path of the Temporal CLI, which holds the embedded server',
    unset: 'found on the PATH, downloaded or built',
    readBy: ['supervisor'],
  },
  XDG_CACHE_HOME: {
    schema: anyText,
    meaning: 'folder of caches, for a downloaded Temporal CLI',
    unset: '~/.cache',
    readBy: ['supervisor'],
  },
  COLUMNS: { schema: anyText, meaning: 'width of the output', unset: 'that of the terminal', readBy: ['client'] },
  NO_COLOR: { schema: anyText, meaning: 'if set, no colours', readBy: ['client'] },
  TERM: { schema: anyText, meaning: 'if dumb, no colours, redrawing and questions', readBy: ['client'] },
  CI: {
    schema: anyText,
    meaning: 'if set, no questions, and server and worker end with the command',
    readBy: ['client'],
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

export type VariableName = keyof typeof ENVIRONMENT_VARIABLES;
type Table = typeof ENVIRONMENT_VARIABLES;

/** Value of a variable; undefined where it may be unset. */
export type VariableValue<Name extends VariableName> =
  | z.output<Table[Name]['schema']>
  | (Table[Name] extends { readonly default: string } ? never : undefined);

import {
  anyText,
  decimalValue,
  type EnvironmentVariable,
  plainAddressValue,
  secondsValue,
  wholeNumberValue,
} from './environment-values.ts';

const WORKER = ['worker'] as const;
/** With a long prompt the first token is waited for several times as long, within an activity of 12 hours. */
const MAX_MODEL_SECONDS = 3_600;

/** The variables of language models. */
export const MODEL_VARIABLES = {
  OPENAI_BASE_URL: {
    schema: plainAddressValue,
    meaning: 'address of an OpenAI-compatible model endpoint',
    unset: 'the OpenAI service, if a key is set',
    readBy: WORKER,
  },
  OPENAI_API_KEY: { schema: anyText, meaning: 'key of the model endpoint', isSecret: true, readBy: WORKER },
  PLUMBLINE_MODEL: {
    schema: anyText,
    meaning: 'name of the model',
    unset: 'no model: answers and reports show places',
    readBy: ['client', 'worker'],
  },
  PLUMBLINE_SMALL_MODEL: {
    schema: anyText,
    meaning: 'name of the model for simple steps',
    unset: 'PLUMBLINE_MODEL',
    readBy: WORKER,
  },
  PLUMBLINE_MODEL_TIMEOUT_SECONDS: {
    schema: secondsValue(MAX_MODEL_SECONDS),
    meaning: 'longest silence of the model between two tokens; longer before the first one of a long prompt',
    default: '150',
    range: `1 to ${MAX_MODEL_SECONDS}`,
    readBy: WORKER,
  },
  PLUMBLINE_MODEL_MAX_TOKENS: {
    schema: wholeNumberValue(1_000_000),
    meaning: 'longest answer of the model, in tokens',
    unset: '2,048 more than the prompt has, and 4 times that for a model that thinks first',
    range: '1 to 1,000,000',
    readBy: WORKER,
  },
  PLUMBLINE_MODEL_TEMPERATURE: {
    schema: decimalValue(2),
    meaning: 'temperature of the model, 0 to 2',
    unset: 'that of the server',
    readBy: WORKER,
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

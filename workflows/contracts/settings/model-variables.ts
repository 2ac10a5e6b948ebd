import {
  anyText,
  decimalValue,
  type EnvironmentVariable,
  plainAddressValue,
  secondsValue,
  wholeNumberValue,
} from './environment-values.ts';

/** With a long prompt the first token is waited for several times as long, within an activity of 12 hours. */
const MAX_MODEL_SECONDS = 3_600;

/** The variables of language models. */
export const MODEL_VARIABLES = {
  OPENAI_BASE_URL: {
    file: 'model.endpoint',
    schema: plainAddressValue,
    meaning: 'address of an OpenAI-compatible model endpoint',
    unset: 'the OpenAI service, if a key is set',
  },
  OPENAI_API_KEY: { file: 'model.key', schema: anyText, meaning: 'key of the model endpoint', isSecret: true },
  PLUMBLINE_MODEL: {
    file: 'model.name',
    schema: anyText,
    meaning: 'name of the model',
    unset: 'no model: answers and reports show places',
  },
  'model.small': { schema: anyText, meaning: 'name of the model for simple steps', unset: 'PLUMBLINE_MODEL' },
  PLUMBLINE_VISION_MODEL: {
    file: 'model.vision',
    schema: anyText,
    meaning: 'name of a model of the same endpoint that describes pictures which documents show',
    unset: 'pictures are read by OCR',
  },
  'model.timeout-seconds': {
    schema: secondsValue(MAX_MODEL_SECONDS),
    meaning: 'longest silence of the model between two tokens; longer before the first one of a long prompt',
    default: '150',
    range: `1 to ${MAX_MODEL_SECONDS}`,
  },
  'model.max-tokens': {
    schema: wholeNumberValue(1_000_000),
    meaning: 'longest answer of the model, in tokens',
    unset: '2,048 more than the prompt has, and 4 times that for a model that thinks first',
    range: '1 to 1,000,000',
  },
  'model.temperature': {
    schema: decimalValue(2),
    meaning: 'temperature of the model, 0 to 2',
    unset: 'that of the server',
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

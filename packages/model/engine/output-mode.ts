import { z } from 'zod';
import type { ChatRequest } from './chat-endpoint.ts';
import { ModelEndpointError } from './failed-request.ts';
import type { Prompt, ReasoningStep } from './reasoner.ts';

/** Keywords that are useless to a model, or contradict "every property is required". */
const NOISE = ['$schema', 'readOnly', 'default'] as const;

/** Keywords that endpoints refuse or mistranslate; zod checks them anyway. */
const DROPPED = {
  /** Without a bound a small model fills a text without end; some endpoints refuse it. */
  bounded: [...NOISE, 'pattern', 'format', 'minLength'],
  grammar: [...NOISE, 'pattern', 'format', 'minLength', 'maxLength'],
  prompt: NOISE,
} as const;

/**
 * Ways to get structured output, most reliable first; an endpoint that lacks one gets the next. `bounded_schema` is
 * `json_schema` with the lengths of texts, which some endpoints refuse.
 */
const OUTPUT_MODES = ['bounded_schema', 'json_schema', 'json_object', 'text'] as const;
/** Modes in which the endpoint enforces the schema. */
const ENFORCED: Partial<Readonly<Record<OutputMode, SchemaAudience>>> = {
  bounded_schema: 'bounded',
  json_schema: 'grammar',
};
export type OutputMode = (typeof OUTPUT_MODES)[number];

export type ModeRequest = Pick<ChatRequest, 'messages' | 'responseFormat'>;

/**
 * Asks for the step's output in one mode.
 *
 * The step's name, with underscores, names the schema in `response_format`, or in the prompt's `answer_schema` tag if
 * the endpoint does not accept a schema.
 */
export function renderRequest(
  step: Pick<ReasoningStep<never, unknown>, 'name' | 'writes' | 'output' | 'asked'>,
  prompt: Prompt,
  mode: OutputMode,
): ModeRequest {
  if (step.writes === 'markdown') {
    return { messages: renderMessages(prompt.system, prompt), responseFormat: undefined };
  }
  const name = step.name.replaceAll('-', '_');
  const asked = step.asked?.(prompt.ids ?? [], prompt.most ?? Number.POSITIVE_INFINITY) ?? step.output;
  const audience = ENFORCED[mode];
  if (audience !== undefined) {
    const schema = { ...renderAnswerSchema(asked, audience) };
    return {
      messages: renderMessages(prompt.system, prompt),
      responseFormat: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    };
  }
  const schema = JSON.stringify(renderAnswerSchema(asked, 'prompt'));
  const instruction = [
    'Answer with one JSON object that fits this JSON Schema, and with nothing before or after it.',
    `<answer_schema name="${name}">${schema}</answer_schema>`,
  ].join('\n');
  return {
    messages: renderMessages(`${prompt.system}\n\n${instruction}`, prompt),
    responseFormat: mode === 'json_object' ? { type: 'json_object' } : undefined,
  };
}

function renderMessages(system: string, { user, picture }: Prompt): ModeRequest['messages'] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user, ...(picture !== undefined && { picture }) },
  ];
}

export function isEnforced(mode: OutputMode): boolean {
  return ENFORCED[mode] !== undefined;
}

/** The mode to try after one was refused. Without its lengths a schema is tried only where they may be the cause. */
export function findNextMode(mode: OutputMode, error: unknown): OutputMode | undefined {
  const complaint = error instanceof ModelEndpointError ? error.facts.complaint : '';
  const mayBeLengths = complaint === '' || /length|grammar|repetition/i.test(complaint);
  return mode === 'bounded_schema' && !mayBeLengths ? 'json_object' : OUTPUT_MODES[OUTPUT_MODES.indexOf(mode) + 1];
}

/** Whether the endpoint refused the output mode rather than the content of the request. */
export function isModeRefused(error: unknown): boolean {
  if (!(error instanceof ModelEndpointError)) return false;
  const { status, complaint, codes } = error.facts;
  // Some servers (llama-cpp-python) report a request that fails their own validation as their own failure.
  if ((status === 500 || status === 501) && /response.?format|json.?schema/i.test(complaint)) return true;
  if (status !== 400 && status !== 422) return false;
  // Without a reason, try the next mode; if the mode was not the cause, the server refuses again.
  return (
    complaint === '' ||
    /response.?format|json|schema|structured|grammar|support|unrecogni[sz]ed|extra/i.test(
      [complaint, ...codes].join(' '),
    )
  );
}

/** The output modes known to work for each model, as observed by this process. */
export type ModeMemory = ReturnType<typeof createModeMemory>;

export function createModeMemory() {
  const modes = new Map<string, OutputMode>();
  const modeFor = (model: string) => modes.get(model) ?? OUTPUT_MODES[0];
  return {
    modeFor,
    /** Never returns to a rejected mode: the slower of two concurrent requests may have outdated knowledge. */
    giveUpBefore(model: string, mode: OutputMode): void {
      if (OUTPUT_MODES.indexOf(mode) > OUTPUT_MODES.indexOf(modeFor(model))) modes.set(model, mode);
    },
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** `bounded` and `grammar` omit what endpoints cannot enforce, `grammar` also the lengths of texts. */
export type SchemaAudience = keyof typeof DROPPED;

/**
 * JSON Schema that a model's answer must satisfy for `output`.
 *
 * Follows the subset that OpenAI documents for strict structured output: closed objects, every property required,
 * `anyOf` instead of `oneOf`. An absent value is therefore written as `.nullable()`.
 *
 * @throws {TypeError} when `output` is not an object
 */
export function renderAnswerSchema(output: z.ZodType, audience: SchemaAudience): JsonSchema {
  const schema: Record<string, unknown> = z.toJSONSchema(output, {
    target: 'draft-7',
    // A model writes the schema's input, not the output of its transformations.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => restrict(jsonSchema, DROPPED[audience]),
  });
  delete schema['$schema'];
  if (schema['type'] !== 'object') throw new TypeError('the output of a reasoning step must be an object');
  return schema;
}

function restrict(schema: Record<string, unknown>, dropped: readonly string[]): void {
  for (const keyword of dropped) delete schema[keyword];
  // zod bounds every integer by the safe integers; some endpoints expand the bounds into huge grammars.
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if ('oneOf' in schema) {
    schema['anyOf'] = schema['oneOf'];
    delete schema['oneOf'];
  }
  if (typeof schema['properties'] === 'object' && schema['properties'] !== null) {
    schema['required'] = Object.keys(schema['properties']);
    schema['additionalProperties'] = false;
  }
}

import { researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import { MAX_ANSWER_LENGTH } from '@plumbline/contracts/research/clarification';
import {
  questionSchema,
  researchLimitsSchema,
  researchSettingsSchema,
} from '@plumbline/contracts/research/research-request';
import { PRESET_NAMES } from '@plumbline/contracts/settings/setting';
import { z } from 'zod';
import { LIMITS } from '../../configuration/settings.ts';
import { fieldsOf, givenFields } from '../../service/described.ts';
import type { McpSettings } from '../served/mcp-context.ts';
import { runIdField, sourceFields, userField } from './choices.ts';

/** Limits of a run as given. Defaults are not shown: a model would send them, and they would replace the preset's. */
const limitsField = givenFields(researchLimitsSchema).meta({
  properties: describedFields(),
  additionalProperties: false,
});

const { clarify, approvePlan } = researchSettingsSchema.shape;
/** Made once: a server of the protocol is made for each request. */
const settingsField = givenFields(researchSettingsSchema);

export function startInput(settings: McpSettings) {
  return z.strictObject({
    question: questionSchema.describe('one complete question, in the language of the person'),
    ...sourceFields(settings),
    preset: z
      .enum(PRESET_NAMES)
      .default('standard')
      .describe('how thorough: quick takes minutes, standard longer, deep up to hours'),
    limits: limitsField
      .optional()
      .describe('ceilings of the whole run, at which it asks; omitted ones come from the preset'),
    clarify: clarify
      .unwrap()
      .optional()
      .describe('whether the run may ask back before it researches: auto where the question is unclear'),
    approvePlan: approvePlan.unwrap().optional().describe('whether the run waits until its plan is approved'),
    settings: settingsField
      .optional()
      .meta({ description: 'further settings by their names in report.json, like {"maxTasks": 5}' }),
    userId: userField(settings),
    id: z.string().max(300).optional().describe('choose one to be able to repeat the call: it starts one run only'),
  });
}

export const statusInput = z.strictObject({
  researchId: runIdField,
  waitSeconds: z
    .int()
    .min(0)
    .max(50)
    .default(0)
    .describe('wait so long for a change: a finished task, a new stage, a question, the end'),
  askPerson: z
    .boolean()
    .default(true)
    .describe('show questions of the run to the person as a form, where the client can; false: only return them'),
});

export const ANSWER_ACTIONS = ['answer', 'skip', 'approve', 'extend', 'retry', 'finish'] as const;

export const answerInput = z.strictObject({
  researchId: runIdField,
  action: z
    .enum(ANSWER_ACTIONS)
    .describe(
      'answer: questions; skip: go on with the assumptions; approve: the plan; extend: limits; retry: what a server or key failed; finish: end research now and write the report',
    ),
  answers: z
    .array(
      z.strictObject({
        questionId: z.string().max(100).optional().describe('default: the text answers the whole round'),
        text: z.string().trim().min(1).max(MAX_ANSWER_LENGTH),
      }),
    )
    .min(1)
    .max(10)
    .optional()
    .describe('with action answer: what the person says, word for word'),
  plan: researchPlanSchema.optional().describe('with action approve: the plan as the person changed it'),
  limits: limitsField.optional().describe('with action extend: new totals'),
});

export const listInput = z.strictObject({
  awaitingOnly: z.boolean().default(false).describe('only runs that wait for an answer or an approval'),
  limit: z.int().min(1).max(100).default(20),
});

function describedFields(): object {
  const written: Readonly<Record<string, object>> = fieldsOf(researchLimitsSchema);
  return Object.fromEntries(
    LIMITS.map(({ path, description, unit }) => {
      const name = path.at(-1) ?? '';
      const inUnit = unit === undefined ? description : `${description}, in ${unit}`;
      return [name, { ...written[name], default: undefined, description: inUnit }];
    }),
  );
}

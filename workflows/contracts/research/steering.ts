import { z } from 'zod';
import { describeWrongLanguage, isLanguageCode } from '../common/language-codes.ts';

const text = (max: number) => z.string().trim().min(1).max(max);

/** What a person may change while a run is under way. */
export const steerSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add-task'), text: text(500) }),
  z.strictObject({ action: z.literal('drop-task'), taskId: text(20) }),
  /** A document's or page's locator: nothing more of it is read, and nothing of it reaches the report. */
  z.strictObject({ action: z.literal('ban-source'), locator: text(2_048) }),
  /** A domain and its subdomains. */
  z.strictObject({ action: z.literal('ban-domain'), domain: text(253).toLowerCase() }),
  /** A locator, or a domain: what passed the threshold is read first. */
  z.strictObject({ action: z.literal('prefer-source'), source: text(2_048) }),
  z.strictObject({ action: z.literal('set-threshold'), relevanceThreshold: z.number().min(0).max(1) }),
  /** ISO 639-1 code of the language the report is to be written in. */
  z.strictObject({
    action: z.literal('set-language'),
    language: z
      .string()
      .trim()
      .toLowerCase()
      .refine(isLanguageCode, { error: ({ input }) => describeWrongLanguage(input) }),
  }),
]);
export type Steer = z.infer<typeof steerSchema>;

/** A change that was accepted: the report's provenance names each. */
export const steeringStepSchema = z.object({
  steer: steerSchema,
  /** ISO 8601. */
  at: z.string(),
  /** One English sentence: what changed, and from when on. */
  effect: z.string(),
});
export type SteeringStep = z.infer<typeof steeringStepSchema>;

import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';

const listColorsSchema = z.object({
  colors: z.array(z.string().min(3)).min(1),
  remark: z.string().max(2_000).nullable(),
});
export type ListColors = z.infer<typeof listColorsSchema>;

/** A small step of its own, so that tests of the engines do not depend on the wording of real steps. */
export const listColorsStep: ReasoningStep<string, ListColors> = {
  name: 'list-colors',
  role: 'small',
  version: 1,
  output: listColorsSchema,
  prompt: (text) => ({ system: 'You list the colors of a text.', user: `<text>${text}</text>` }),
  offline: (text) => ({ colors: [text], remark: 'by rule' }),
};

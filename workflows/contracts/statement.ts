import { z } from 'zod';

/** One sentence or list entry of the report and the quotes that carry it. */
export const statementSchema = z.object({ text: z.string(), citations: z.array(z.string()) });
export type Statement = z.infer<typeof statementSchema>;

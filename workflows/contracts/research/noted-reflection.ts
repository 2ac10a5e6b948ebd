import { z } from 'zod';

/** What a run keeps of the reflection before a follow-up round. */
export const notedReflectionSchema = z.object({
  /** The round that followed, counted from 1. */
  round: z.int().positive(),
  /** What the question asks and no finding answered then. */
  gaps: z.array(z.string()),
  /** Texts of the tasks that it added. */
  tasks: z.array(z.string()),
});
export type NotedReflection = z.infer<typeof notedReflectionSchema>;

/** What was noticed before follow-up rounds, one line each: `before round 1, gap: …`. */
export function describeReflections(reflections: readonly NotedReflection[] = []): string[] {
  return reflections.flatMap(({ round, gaps }) => gaps.map((gap) => `before round ${round}, gap: ${gap}`));
}

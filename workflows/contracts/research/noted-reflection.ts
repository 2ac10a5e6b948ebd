import { z } from 'zod';

/** What a run keeps of the reflection before a follow-up round. */
export const notedReflectionSchema = z.object({
  /** The round that followed, counted from 1. */
  round: z.int().positive(),
  gaps: z.array(z.string()),
  contradictions: z.array(z.string()),
  leads: z.array(z.string()),
  /** Texts of the tasks that it added. */
  tasks: z.array(z.string()),
});
export type NotedReflection = z.infer<typeof notedReflectionSchema>;

/** What was noticed before follow-up rounds, one line each: `before round 1, gap: …`. */
export function describeReflections(reflections: readonly NotedReflection[] = []): string[] {
  return reflections.flatMap(({ round, gaps, contradictions, leads }) => {
    const named = { gap: gaps, contradiction: contradictions, lead: leads };
    return Object.entries(named).flatMap(([kind, points]) =>
      points.map((point) => `before round ${round}, ${kind}: ${point}`),
    );
  });
}

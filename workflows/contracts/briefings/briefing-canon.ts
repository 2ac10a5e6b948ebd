import { z } from 'zod';
import { sourceTierSchema } from '../evidence/source.ts';
import { slugSchema } from './briefing-settings.ts';

/** One rule of METHODOLOGY.md, word for word. */
export interface MethodologyRule {
  /** `M1`, `M2`: by its place in the document. */
  readonly ruleId: string;
  readonly text: string;
}

/** A theme that TAXONOMY.md lists, whether it is active or not. */
export const taxonomyThemeSchema = z.strictObject({
  id: slugSchema,
  title: z.string().min(1),
  tags: z.array(slugSchema),
  /** People, institutions and places: whom a horizon scan asks about. */
  actors: z.array(z.string().min(1)),
});
export type TaxonomyTheme = z.infer<typeof taxonomyThemeSchema>;

/** A host listed in SOURCES.md; it includes all hosts below it. */
export const listedSourceSchema = z.strictObject({ domain: z.string().min(1), tier: sourceTierSchema });
export type ListedSource = z.infer<typeof listedSourceSchema>;

/** The four canonical documents, as far as a run needs them. */
export interface BriefingCanon {
  /** At most 5: those that name the kind, a theme or a diagnostic first, then by their place. */
  readonly methodology: readonly MethodologyRule[];
  /** Text of CONVICTION.md. */
  readonly conviction: string;
  readonly taxonomy: readonly TaxonomyTheme[];
  readonly sources: readonly ListedSource[];
}

/** A text that gives context and is no evidence. */
export interface ContextDocument {
  /** Relative to the briefing's folder. */
  readonly path: string;
  readonly text: string;
}

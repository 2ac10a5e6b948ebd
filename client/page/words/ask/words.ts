/** A choice, and what it means. */
interface Explained {
  readonly label: string;
  readonly about: string;
}

interface ExplainedPreset {
  readonly label: string;
  /** @param limit of the preset, by its name; null: it has none */
  readonly about: (limit: (name: string) => number | null) => string;
}

/** What the form to ask says. */
export interface AskWords {
  readonly link: string;
  readonly title: string;
  readonly question: string;
  readonly example: string;
  readonly kind: string;
  readonly run: Explained;
  readonly conversation: Explained;
  readonly sources: string;
  readonly noSources: string;
  readonly web: (provider: string) => string;
  readonly thorough: string;
  readonly preset: string;
  readonly presets: Readonly<Record<'quick' | 'standard' | 'deep', ExplainedPreset>>;
  readonly clarify: string;
  readonly clarifyModes: Readonly<Record<'auto' | 'always' | 'never', string>>;
  readonly approvePlan: string;
  readonly limits: string;
  readonly limitsAbout: string;
  readonly limitNames: Readonly<Record<string, string>>;
  readonly noLimit: string;
  readonly startRun: string;
  readonly startConversation: string;
  readonly sending: string;
  readonly shortcut: string;
  readonly seeFields: string;
}

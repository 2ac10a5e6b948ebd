declare module '@citation-js/core' {
  export class Cite {
    constructor(data: unknown);
    readonly data: readonly Readonly<Record<string, unknown>>[];
  }
}

declare module '@citation-js/plugin-bibtex';

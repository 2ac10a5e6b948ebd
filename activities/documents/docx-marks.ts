const OPENS_RUN = /<w:r(?:\s[^>]*[^/>])?>(\s*<w:rPr>|\s*<w:rPr\s*\/>)?/g;
const DELETED = /<w:(del|moveFrom)(?:\s[^>]*[^/>])?>([^]*?)<\/w:\1>/g;
const DELETED_MARK = /<w:(?:del|moveFrom)\s[^>]*\/>/g;
const STYLE = /<w:style\s[^>]*w:styleId="([^"]+)"[^>]*>([^]*?)<\/w:style>/g;
const STRUCK = /<w:d?strike(?:\s+w:val="(?:1|true|on)")?\s*\/>/;

/** Ids of the styles, of paragraphs and words, that strike out their text. @param styles `word/styles.xml` */
export function struckStyles(styles: string): ReadonlySet<string> {
  return new Set(
    [...styles.matchAll(STYLE)].flatMap(([, id = '', properties = '']) => (STRUCK.test(properties) ? [id] : [])),
  );
}

/**
 * The XML of a document in which everything that Word shows as struck is a struck run: double strokes, tracked deletions,
 * what was moved away, and the text of styles. A deleted paragraph stays a paragraph.
 *
 * @param xml a part of the document: its body, its notes
 * @param styles see {@link struckStyles}
 */
export function withStruckRuns(xml: string, styles: ReadonlySet<string>): string {
  const told = xml
    .replace(/<w:pPr>[^]*?<\/w:pPr>/g, (properties) => properties.replace(DELETED_MARK, ''))
    .replaceAll('<w:dstrike', '<w:strike')
    .replace(DELETED, (_, __, runs: string) => struck(runs.replace(/<(\/?)w:delText(?=[\s>])/g, '<$1w:t')));
  if (styles.size === 0) return told;
  return told
    .replace(/<w:p(?:\s[^>]*[^/>])?>[^]*?<\/w:p>/g, (paragraph) =>
      styles.has(styleOf('pStyle', paragraph)) ? struck(paragraph) : paragraph,
    )
    .replace(/<w:r(?:\s[^>]*[^/>])?>[^]*?<\/w:r>/g, (run) => (styles.has(styleOf('rStyle', run)) ? struck(run) : run));
}

function styleOf(name: 'pStyle' | 'rStyle', xml: string): string {
  return new RegExp(`<w:${name}\\s[^>]*w:val="([^"]+)"`).exec(xml)?.[1] ?? '';
}

function struck(runs: string): string {
  return runs.replace(OPENS_RUN, (opening, properties: string | undefined) => {
    const run = properties === undefined ? opening : opening.slice(0, -properties.length);
    const isOpen = properties !== undefined && !properties.includes('/');
    return `${run}<w:rPr><w:strike/>${isOpen ? '' : '</w:rPr>'}`;
  });
}

import { zipOf } from './document-fixtures.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const SLIDE =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export interface SlideOf {
  readonly shapes: string;
  readonly notes?: string;
  readonly comment?: string;
  /** XML of a chart that `r:id="chart"` names. */
  readonly chart?: string;
  /** A file that `r:id="picture"` names; see {@link pictureShape}. */
  readonly picture?: Uint8Array;
  readonly isHidden?: boolean;
}

/** A presentation of these slides. @param title that it states */
export function presentationOf(slides: readonly SlideOf[], title = ''): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    'docProps/core.xml': `<p:core xmlns:p="x" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></p:core>`,
    'ppt/presentation.xml': `<p:presentation ${SLIDE}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${at + 256}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, at) => [`s${at}`, 'slide', `slides/slide${at + 1}.xml`]),
    ),
  };
  for (const [at, { shapes, notes, comment, chart, picture, isHidden }] of slides.entries()) {
    parts[`ppt/slides/slide${at + 1}.xml`] = tree('sld', shapes, isHidden === true ? ' show="0"' : '');
    const links: [string, string, string][] = [];
    if (notes !== undefined) {
      parts[`ppt/notesSlides/notes${at}.xml`] = tree('notes', shape(paragraph(notes), 'body'));
      links.push(['notes', 'notesSlide', `../notesSlides/notes${at}.xml`]);
    }
    if (comment !== undefined) {
      parts[`ppt/comments/comment${at}.xml`] = `<p:cmLst ${SLIDE}><p:cm><p:text>${comment}</p:text></p:cm></p:cmLst>`;
      links.push(['comments', 'comments', `../comments/comment${at}.xml`]);
    }
    if (chart !== undefined) {
      parts[`ppt/charts/chart${at}.xml`] = chart;
      links.push(['chart', 'chart', `../charts/chart${at}.xml`]);
    }
    if (picture !== undefined) {
      parts[`ppt/media/gate${at || ''}.png`] = picture;
      links.push(['picture', 'image', `../media/gate${at || ''}.png`]);
    }
    parts[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relations(links);
  }
  return zipOf(parts);
}

function relations(links: readonly (readonly [string, string, string])[]): string {
  const each = links.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`;
}

function tree(name: string, shapes: string, attributes = ''): string {
  return `<p:${name} ${SLIDE}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${name}>`;
}

/** @param placeholder its role on the slide, such as `title` */
export function shape(paragraphs: string, placeholder = ''): string {
  const role = placeholder === '' ? '' : `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${role}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
}

/** Shows the picture of its slide. @param description for those who do not see it */
export function pictureShape(description: string): string {
  return `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="${description}"/></p:nvPicPr><p:blipFill><a:blip r:embed="picture"/></p:blipFill></p:pic>`;
}

/** @param properties attributes of the run, such as `strike="sngStrike"` */
export function paragraph(text: string, properties = '', before = ''): string {
  return `<a:p>${before}<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r></a:p>`;
}

/** A text of OpenDocument. @param styles automatic styles @param others further parts by name */
export function openTextOf(
  body: string,
  styles = '',
  kind: 'text' | 'presentation' = 'text',
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const space = ['office', 'text', 'table', 'style', 'draw', 'presentation', 'fo']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${space} xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...others,
  });
}

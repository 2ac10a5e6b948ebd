import type { JSX } from 'preact';
import type { ReportReading } from '../api/api-types.ts';
import type { OpenCitation } from '../models/route.ts';

export interface ArticleProps {
  readonly reading: ReportReading;
  readonly opened: OpenCitation | null;
  readonly open: (citation: OpenCitation) => void;
  /** The source of the open citation, where it stands below its claim; null: it stands beside the article. */
  readonly panel: JSX.Element | null;
}

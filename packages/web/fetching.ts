export { createPageFetcher, type FetchedPage, type PageFetcher } from './pages/page-fetching.ts';
export { createRobots } from './pages/robots.ts';
export { createWebAgent } from './pages/web-agent.ts';

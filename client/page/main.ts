import { h, render } from 'preact';
import { App } from './app.ts';

const place = document.getElementById('page');
if (place !== null) {
  place.replaceChildren();
  render(h(App, {}), place);
}

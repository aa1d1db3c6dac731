import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { LineChart, ScatterChart } from 'echarts/charts';
import { GraphicComponent, GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Chart } from './chart.ts';
import { heightOf, optionOf } from './option.ts';
import { SCALE, WIDTH } from './style.ts';

/** Only what is drawn here: the whole of ECharts takes several times as long to load. */
use([LineChart, ScatterChart, GridComponent, GraphicComponent, SVGRenderer]);

const { resolve } = createRequire(import.meta.url);
const FONTS = ['Regular', 'Bold'].map((weight) => resolve(`vazirmatn/fonts/ttf/Vazirmatn-${weight}.ttf`));

export function toSvg(chart: Chart): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: heightOf(chart) });
  try {
    drawing.setOption(optionOf(chart));
    // Nothing lies outside the axes; ECharts clips lines all the same, and that costs a third of the rendering.
    return drawing.renderToSVGString().replaceAll(/ clip-path="[^"]*"/g, '');
  } finally {
    drawing.dispose();
  }
}

/** @param fonts files; what they don't hold is left out, and without any there is no text at all */
export async function toPng(svg: string, fonts: readonly string[] = FONTS): Promise<Uint8Array> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { loadSystemFonts: false, fontFiles: [...fonts], defaultFontFamily: 'Vazirmatn' },
  });
  return image.asPng();
}

import { chromium } from 'playwright-core';
import { findChromium } from './src/browser/chromiumExecutable.ts';
const port = process.argv[2]; const exe = await findChromium(undefined);
const browser = await chromium.launch({executablePath: exe.path, args: ['--no-sandbox']});
for (let r=0;r<3;r++) { const t = Date.now(); const ctx = await browser.newContext(); const q=Array.from({length:50},(_,k)=>`http://127.0.0.1:${port}/item/${k+1}`);
await Promise.all(Array.from({length:4}, async()=>{ while(q.length){ const page=await ctx.newPage(); await page.goto(q.shift()); await page.content(); await page.evaluate(()=>[...document.links].map(a=>a.href)); await page.close(); } })); await ctx.close(); console.log('page per URL, shared context:', Date.now()-t,'ms'); }
await browser.close(); process.exit(0);

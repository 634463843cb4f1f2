// A stand-in for the Gemini API, for Gemini CLI.
import { keepRequest, nextId, sendEvents, sendJson, serve, takeStep } from './mock_common.mjs';

serve((request, url, response) => {
  if (url.includes('countTokens')) return sendJson(response, { totalTokens: 50 });
  const isMain = (request.tools ?? []).length > 0;
  if (isMain) keepRequest(request);
  const isSummary = JSON.stringify(request.systemInstruction ?? '').includes('state_snapshot');
  const aside = isSummary ? '<state_snapshot><key>A greeting.</key></state_snapshot>' : 'done.';
  const step = isMain ? takeStep() : { say: aside };
  if (step.hang) return undefined;
  const part = step.tool
    ? { functionCall: { id: nextId('call'), name: step.tool, args: step.input } }
    : { text: step.say };
  const answer = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: step.tokens ?? 50,
      candidatesTokenCount: 7,
      totalTokenCount: (step.tokens ?? 50) + 7,
    },
  };
  if (url.includes('stream')) return sendEvents(response, [answer], { named: false });
  return sendJson(response, answer);
});

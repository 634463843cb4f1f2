// A stand-in for the Messages API, for Claude Code.
import { keepRequest, nextId, sendEvents, sendJson, serve, takeStep } from './mock_common.mjs';

const usage = {
  input_tokens: 50,
  output_tokens: 7,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

function blockOf(step) {
  if (step.tool) return { type: 'tool_use', id: nextId('toolu'), name: step.tool, input: step.input };
  return { type: 'text', text: step.say };
}

function eventsOf(message, block, reason) {
  const isText = block.type === 'text';
  const start = isText ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
}

serve((request, url, response) => {
  if (url.includes('count_tokens')) return sendJson(response, { input_tokens: 50 });
  if (!url.startsWith('/v1/messages')) return sendJson(response, {}, 404);
  // The main loop has tools; what makes titles and the like has none.
  const isMain = (request.tools ?? []).length > 0;
  if (isMain) keepRequest(request);
  const step = isMain ? takeStep() : { say: 'done.' };
  if (step.hang) return undefined;
  const block = blockOf(step);
  const reason = step.tool ? 'tool_use' : 'end_turn';
  const message = {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_sequence: null,
    usage,
  };
  if (request.stream) return sendEvents(response, eventsOf(message, block, reason));
  return sendJson(response, { ...message, content: [block], stop_reason: reason });
});

// A stand-in for the Responses API, for Codex. A step with "patch" calls apply_patch, one with
// "server" calls a tool of that MCP server.
import { keepRequest, nextId, sendEvents, sendJson, serve, takeStep } from './mock_common.mjs';

function itemOf(step) {
  if (step.patch) {
    return {
      type: 'custom_tool_call',
      id: nextId('ctc'),
      call_id: nextId('call'),
      name: 'apply_patch',
      input: step.patch,
    };
  }
  if (step.tool) {
    return {
      type: 'function_call',
      id: nextId('fc'),
      call_id: nextId('call'),
      name: step.tool,
      ...(step.server ? { namespace: step.server } : {}),
      arguments: JSON.stringify(step.input),
    };
  }
  return {
    type: 'message',
    id: nextId('msg'),
    role: 'assistant',
    content: [{ type: 'output_text', text: step.say }],
  };
}

serve((request, url, response) => {
  if (!url.includes('/responses')) return sendJson(response, {}, 404);
  keepRequest(request);
  const step = takeStep();
  if (step.hang) return undefined;
  const id = nextId('resp');
  const usage = {
    input_tokens: 50,
    input_tokens_details: null,
    output_tokens: 7,
    output_tokens_details: null,
    total_tokens: 57,
  };
  return sendEvents(response, [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item: itemOf(step) },
    { type: 'response.completed', response: { id, usage } },
  ]);
});

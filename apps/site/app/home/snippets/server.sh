# Read the tasks of a room as plain JSON
curl "https://weft.example.com/v2/rooms/launch/storage?format=json" \
  -H "Authorization: Bearer sk_…"

# Tick one off, for everyone in the room
curl -X PATCH "https://weft.example.com/v2/rooms/launch/storage/json-patch" \
  -H "Authorization: Bearer sk_…" \
  -H "Content-Type: application/json" \
  -d '[{ "op": "replace", "path": "/tasks/0/done", "value": true }]'

# Send an event to everyone in the room
curl -X POST "https://weft.example.com/v2/rooms/launch/broadcast_event" \
  -H "Authorization: Bearer sk_…" \
  -H "Content-Type: application/json" \
  -d '{ "type": "reminder", "text": "Doors open at nine" }'

# List the rooms of your project
curl "https://weft.example.com/v2/rooms?limit=20" \
  -H "Authorization: Bearer sk_…"

# Read the Storage of a room as plain JSON
curl "https://weft.example.com/v2/rooms/summer/storage?format=json" \
  -H "Authorization: Bearer sk_…"

# Send an event to everyone in a room
curl -X POST "https://weft.example.com/v2/rooms/summer/broadcast_event" \
  -H "Authorization: Bearer sk_…" \
  -H "Content-Type: application/json" \
  -d '{ "type": "reminder", "text": "Bus leaves at nine" }'

# Every room, whoever is in it, from your own back end
curl "https://weft.example.com/v2/rooms?limit=20" \
  -H "Authorization: Bearer sk_…"

# What a room holds, as plain JSON
curl "https://weft.example.com/v2/rooms/summer/storage?format=json" \
  -H "Authorization: Bearer sk_…"

# Say something to everybody who is connected
curl -X POST "https://weft.example.com/v2/rooms/summer/broadcast_event" \
  -H "Authorization: Bearer sk_…" \
  -H "Content-Type: application/json" \
  -d '{ "type": "reminder", "text": "Bus leaves at nine" }'
